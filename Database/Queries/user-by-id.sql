-- The person ?2 of directory ?1.
SELECT * FROM user WHERE directory = ?1 AND id = ?2;

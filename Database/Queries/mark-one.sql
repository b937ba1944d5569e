-- The mark of the person ?2 of directory ?1.
SELECT id, number, checksum FROM person WHERE directory = ?1 AND id = ?2;

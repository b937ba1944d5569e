-- People of directory ?1 whose id is from ?2 to below ?3.
SELECT * FROM user WHERE directory = ?1 AND id >= ?2 AND id < ?3 ORDER BY id LIMIT ?4;

-- The same for a name without words, such as a sign.
SELECT * FROM user
WHERE number BETWEEN ?1 AND ?2 AND (username = ?3 OR email = ?4 COLLATE NOCASE)
LIMIT ?5;

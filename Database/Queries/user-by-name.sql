-- People numbered ?2 to ?3 whose words match ?1, and whose username is exactly ?4 or whose e-mail
-- address is ?5 (case of ASCII letters aside); the other one is NULL.
SELECT user.*
FROM person_words CROSS JOIN user ON user.number = person_words.rowid
WHERE person_words MATCH ?1 AND person_words.rowid BETWEEN ?2 AND ?3
  AND (username = ?4 OR email = ?5 COLLATE NOCASE)
LIMIT ?6;

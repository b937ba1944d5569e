-- People numbered ?2 to ?3 whose words match ?1, in the order of their numbers.
SELECT user.*
FROM person_words CROSS JOIN user ON user.number = person_words.rowid
WHERE person_words MATCH ?1 AND person_words.rowid BETWEEN ?2 AND ?3
LIMIT ?4;

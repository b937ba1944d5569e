-- People among the first ?4 numbered ?2 to ?3 whose words match ?1, the beginnings of what was typed,
-- and of whom each typed word (?6) begins a word: a look that is cheap where many match.
SELECT user.*
FROM (SELECT rowid AS found FROM person_words
      WHERE person_words MATCH ?1 AND rowid BETWEEN ?2 AND ?3 LIMIT ?4)
CROSS JOIN user ON user.number = found
WHERE begins(words, ?6)
LIMIT ?5;

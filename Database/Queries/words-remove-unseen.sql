-- Takes out the words of those whom `person-remove` removes with the same values.
INSERT INTO person_words (person_words, rowid, words)
SELECT 'delete', number, words FROM person JOIN visit ON visit.person = number
WHERE number BETWEEN ?1 AND ?2 AND generation < ?3;

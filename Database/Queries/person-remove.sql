-- Removes the people numbered ?1 to ?2 who were last seen before generation ?3; `words-remove-unseen` comes first.
DELETE FROM person
WHERE number BETWEEN ?1 AND ?2
  AND number IN (SELECT person FROM visit WHERE person BETWEEN ?1 AND ?2 AND generation < ?3);

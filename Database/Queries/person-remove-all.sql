-- Removes the people numbered ?1 to ?2; their index entries are gone already.
DELETE FROM person WHERE number BETWEEN ?1 AND ?2;

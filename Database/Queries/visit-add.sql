-- The people numbered ?1 to ?2 are new: fetched at ?3, in generation ?4.
INSERT INTO visit (person, fetched_at, generation)
SELECT number, ?3, ?4 FROM person WHERE number BETWEEN ?1 AND ?2;

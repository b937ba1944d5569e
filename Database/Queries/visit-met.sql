-- The ids of the people numbered ?1 to ?2 whom generation ?3 has seen, in the order in which it did.
SELECT id FROM visit JOIN person ON person.number = visit.person
WHERE visit.person BETWEEN ?1 AND ?2 AND generation = ?3
ORDER BY visit.fetched_at, visit.person;

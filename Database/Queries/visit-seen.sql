-- How many of the people numbered ?1 to ?2 were fetched since generation ?3 began.
SELECT count(*) FROM visit WHERE person BETWEEN ?1 AND ?2 AND generation = ?3;

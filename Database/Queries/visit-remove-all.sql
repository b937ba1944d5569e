-- One range at once: faster than a cascade for each person.
DELETE FROM visit WHERE person BETWEEN ?1 AND ?2;

-- Counts the people of directory ?1, who are numbered ?2 to ?3.
UPDATE directory SET people = (SELECT count(*) FROM visit WHERE person BETWEEN ?2 AND ?3) WHERE number = ?1;

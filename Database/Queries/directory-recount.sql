-- Counts the people of directory ?1, who are numbered ?2 to ?3, and looks who was fetched the longest ago.
UPDATE directory
SET (people, oldest_fetch) = (SELECT count(*), min(fetched_at) FROM visit WHERE person BETWEEN ?2 AND ?3)
WHERE number = ?1;

-- The running sync of directory ?1 goes on at ?2; the server has ?3 people, or doesn't say.
UPDATE sync SET next = ?2, total = coalesce(?3, total) WHERE directory = ?1;

-- The running sync of directory ?1 goes on at ?2; the server has ?3 people, and ?4 was its word for
-- the state at the start, or it doesn't say.
UPDATE sync
SET next = ?2, total = coalesce(?3, total), next_mark = coalesce(?4, next_mark)
WHERE directory = ?1;

-- Changes of directory ?1 are in, ?4 people more or fewer. If they are the last (?5), at ?3, the cache
-- is at the mark ?2, or at none that can be trusted.
UPDATE sync
SET mark = iif(?5, ?2, mark), completed_at = iif(?5, ?3, completed_at), total = total + ?4
WHERE directory = ?1;

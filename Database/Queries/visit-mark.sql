-- The people numbered ?1 to ?2 were all fetched again.
UPDATE visit SET fetched_at = ?3, generation = ?4 WHERE person BETWEEN ?1 AND ?2;

-- The syncs of directory ?1.
SELECT generation, is_running, next, started_at, total, complete_generation, completed_at, mark, full_at
FROM sync WHERE directory = ?1;

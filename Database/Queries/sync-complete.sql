-- The running sync of directory ?1 has all its pages, at ?2. While somebody whom it did not see is still
-- here (?3) there is no mark: the next sync has to look for them too.
UPDATE sync
SET is_running = 0, next = NULL, complete_generation = generation, completed_at = ?2, full_at = ?2,
    mark = iif(?3, NULL, next_mark), next_mark = NULL
WHERE directory = ?1;

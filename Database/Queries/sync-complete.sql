-- The running sync of directory ?1 has all its pages, at ?2.
UPDATE sync
SET is_running = 0, next = NULL, complete_generation = generation, completed_at = ?2,
    mark = next_mark, next_mark = NULL
WHERE directory = ?1;

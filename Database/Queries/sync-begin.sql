-- Begins the next full sync of directory ?1, at ?2.
INSERT INTO sync (directory, generation, is_running, started_at) VALUES (?1, 1, 1, ?2)
ON CONFLICT (directory) DO UPDATE
SET generation = generation + 1, is_running = 1, next = NULL, next_mark = NULL, started_at = ?2;

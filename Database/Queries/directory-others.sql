-- The directories of the same server (?1), account (?2) and profile (?3) that other texts than ?4 read.
SELECT number, epoch, people, profile_text, oldest_fetch FROM directory
WHERE server = ?1 AND account = ?2 AND profile = ?3 AND profile_text <> ?4;

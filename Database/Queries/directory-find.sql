-- A directory by its server (?1), account (?2), profile (?3) and the profile's text (?4); else the one
-- of a time when the profile was not written down.
SELECT number, epoch, people, profile_text, oldest_fetch FROM directory
WHERE server = ?1 AND account = ?2 AND profile IN (?3, '') AND profile_text IN (?4, '')
ORDER BY profile_text DESC LIMIT 1;

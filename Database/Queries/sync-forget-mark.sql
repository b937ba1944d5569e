-- The next sync of directory ?1 asks for everyone.
UPDATE sync SET mark = NULL, next_mark = NULL WHERE directory = ?1;

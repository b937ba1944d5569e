-- All that changed in directory ?1 up to the mark ?2 is in, at ?3.
UPDATE sync SET mark = ?2, completed_at = ?3 WHERE directory = ?1;

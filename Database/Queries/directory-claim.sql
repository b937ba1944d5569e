-- The directory ?1 is read by the profile ?2 and its text ?3, which was not known before.
UPDATE directory SET profile = ?2, profile_text = ?3 WHERE number = ?1;

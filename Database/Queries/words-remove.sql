-- Takes the words ?2 of person ?1 out of the index: they must be those that were put in.
INSERT INTO person_words (person_words, rowid, words) VALUES ('delete', ?1, ?2);

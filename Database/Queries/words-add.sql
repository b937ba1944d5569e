INSERT INTO person_words (rowid, words) VALUES (?1, ?2);

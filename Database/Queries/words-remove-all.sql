-- Empties the search index, at once. See https://sqlite.org/fts5.html#the_delete_all_command
INSERT INTO person_words (person_words) VALUES ('delete-all');

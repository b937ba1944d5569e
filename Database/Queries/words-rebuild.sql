-- Makes the search index anew from the words of the people.
INSERT INTO person_words (person_words) VALUES ('rebuild');

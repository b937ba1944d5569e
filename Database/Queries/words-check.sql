-- Holds the search index against the words of the people; an entry too many or too few is an error.
INSERT INTO person_words (person_words, rank) VALUES ('integrity-check', 1);

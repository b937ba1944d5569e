-- How many directories have more or fewer people than they say.
SELECT count(*) FROM directory
WHERE people <> (SELECT count(*) FROM person
                 WHERE person.number BETWEEN directory.number << 40 AND (directory.number << 40) + (1 << 40) - 1);

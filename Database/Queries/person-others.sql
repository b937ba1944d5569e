-- Whether anybody's number is not from ?1 to ?2. Two looks at the ends; min and max together would read all rows.
SELECT (SELECT min(number) FROM person) < ?1 OR (SELECT max(number) FROM person) > ?2;

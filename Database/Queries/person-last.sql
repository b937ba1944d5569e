-- The highest number in use from ?1 to ?2.
SELECT max(number) FROM person WHERE number BETWEEN ?1 AND ?2;

-- The person ?3 of server ?1 and account ?2.
SELECT * FROM user
WHERE directory = (SELECT number FROM directory WHERE server = ?1 AND account = ?2) AND id = ?3;

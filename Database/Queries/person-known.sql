-- What is cached of the person ?2 of directory ?1; the columns are those of the view `user`.
SELECT number, directory, words, id, username, display_name, email, phone, title, department,
       is_active, avatar_url, updated_at, attributes, NULL
FROM person WHERE directory = ?1 AND id = ?2;

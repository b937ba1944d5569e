-- Does nothing when the directory has the person.
INSERT INTO person (number, directory, id, words, username, display_name, email, phone, title,
                    department, is_active, avatar_url, updated_at, attributes, checksum)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
        row_checksum(?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14))
ON CONFLICT (directory, id) DO NOTHING;

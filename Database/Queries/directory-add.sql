INSERT INTO directory (server, account, profile, profile_text) VALUES (?1, ?2, ?3, ?4);

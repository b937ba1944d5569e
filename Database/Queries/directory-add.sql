INSERT INTO directory (server, account) VALUES (?1, ?2);

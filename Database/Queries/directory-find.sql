-- A directory by its server (?1) and account (?2).
SELECT number, epoch FROM directory WHERE server = ?1 AND account = ?2;

DELETE FROM sync WHERE directory = ?1;

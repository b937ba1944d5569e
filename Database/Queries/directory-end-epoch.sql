UPDATE directory SET epoch = epoch + 1 WHERE number = ?1;

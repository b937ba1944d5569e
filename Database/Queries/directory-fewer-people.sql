-- There are ?2 fewer people in directory ?1.
UPDATE directory SET people = people - ?2, oldest_fetch = iif(people = ?2, NULL, oldest_fetch) WHERE number = ?1;

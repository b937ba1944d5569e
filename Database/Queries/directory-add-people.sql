-- There are ?2 more people in directory ?1, or fewer.
UPDATE directory SET people = people + ?2 WHERE number = ?1;

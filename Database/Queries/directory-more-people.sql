-- There are ?2 more people in directory ?1, who were fetched at ?3.
UPDATE directory SET people = people + ?2, oldest_fetch = min(coalesce(oldest_fetch, ?3), ?3) WHERE number = ?1;

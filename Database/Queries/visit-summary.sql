-- How many people the numbers from ?1 to ?2 hold, and when the oldest was fetched.
SELECT count(*), min(fetched_at) FROM visit WHERE person BETWEEN ?1 AND ?2;

-- When whoever was fetched the longest ago of the people numbered ?1 to ?2 was fetched.
SELECT min(fetched_at) FROM visit WHERE person BETWEEN ?1 AND ?2;

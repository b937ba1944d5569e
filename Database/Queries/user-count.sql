-- How many people numbered ?1 to ?2 meet the conditions ?3.
SELECT count(*) FROM user
WHERE number BETWEEN ?1 AND ?2
  AND (?3 IS NULL
       OR holds(?3, id, username, display_name, email, phone, title, department,
                CASE is_active WHEN 1 THEN 'true' WHEN 0 THEN 'false' END, avatar_url,
                strftime('%Y-%m-%dT%H:%M:%SZ', updated_at / 1000, 'unixepoch'),
                strftime('%Y-%m-%dT%H:%M:%SZ', fetched_at / 1000, 'unixepoch'), attributes));

-- The same, by the field ?6; unknown ones come last, and equal ones in the order in which they came.
SELECT user.*, folded(CASE ?6
        WHEN 'id' THEN iif(id GLOB '*[^0-9]*', id, CAST(id AS INTEGER))
        WHEN 'username' THEN username
        WHEN 'displayName' THEN display_name
        WHEN 'email' THEN email
        WHEN 'phone' THEN phone
        WHEN 'title' THEN title
        WHEN 'department' THEN department
        WHEN 'isActive' THEN is_active
        WHEN 'avatarURL' THEN avatar_url
        WHEN 'updatedAt' THEN updated_at
        WHEN 'fetchedAt' THEN fetched_at
        WHEN 'attributes' THEN attributes
    END) AS sort_key
FROM user
WHERE number BETWEEN ?1 AND ?2
  AND (?3 IS NULL
       OR holds(?3, id, username, display_name, email, phone, title, department,
                CASE is_active WHEN 1 THEN 'true' WHEN 0 THEN 'false' END, avatar_url,
                strftime('%Y-%m-%dT%H:%M:%SZ', updated_at / 1000, 'unixepoch'),
                strftime('%Y-%m-%dT%H:%M:%SZ', fetched_at / 1000, 'unixepoch'), attributes))
ORDER BY sort_key IS NULL, sort_key, number
LIMIT ?4 OFFSET ?5;

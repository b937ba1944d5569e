-- How many people's rows are not as they were written, or have no time of their last fetch.
SELECT count(*) FROM person LEFT JOIN visit ON visit.person = person.number
WHERE visit.person IS NULL
   OR checksum IS NOT row_checksum(id, words, username, display_name, email, phone, title, department,
                                   is_active, avatar_url, updated_at, attributes);

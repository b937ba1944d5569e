UPDATE person
SET words = ?4, username = ?5, display_name = ?6, email = ?7, phone = ?8, title = ?9,
    department = ?10, is_active = ?11, avatar_url = ?12, updated_at = ?13, attributes = ?14,
    checksum = row_checksum(id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
WHERE number = ?1;

-- Version 2: damage shows in the rows themselves, a sync can ask for changes only, and values of any
-- kind can be kept for a while. Never edited after its release.

-- What `row_checksum` (a function of the program) makes of the person's other columns but the numbers.
ALTER TABLE person ADD COLUMN checksum INTEGER;

UPDATE person
SET checksum = row_checksum(id, words, username, display_name, email, phone, title, department,
                            is_active, avatar_url, updated_at, attributes);

-- A server's word for a state of its directory: asked with it, it tells what changed since.
ALTER TABLE sync ADD COLUMN mark TEXT;       -- of the last complete sync; NULL where the server has none
ALTER TABLE sync ADD COLUMN next_mark TEXT;  -- of the running one, as it was at its start

-- Values that are kept for a while, such as answers to requests; bounded in age and size.
CREATE TABLE cached_value (
    number    INTEGER PRIMARY KEY,
    cache     TEXT NOT NULL,     -- which cache it belongs to
    key       TEXT NOT NULL,
    value     TEXT NOT NULL,     -- JSON
    size      INTEGER NOT NULL,  -- of key and value, in bytes
    stored_at INTEGER NOT NULL,
    checksum  INTEGER NOT NULL,  -- of key and value
    UNIQUE (cache, key)
) STRICT;
CREATE INDEX cached_value_by_age ON cached_value (cache, stored_at, size);

PRAGMA user_version = 2;

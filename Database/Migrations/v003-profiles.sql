-- Version 3: people belong to the profile that read them, their number is kept, and a full sync has a
-- time of its own beside those that ask for changes only. Never edited after its release.

-- The key of `directory` gets longer, so the table is made anew. Its rows keep their numbers, and that
-- all who refer to them still find them is checked at the end of the change.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE directory_before AS SELECT number, server, account, epoch FROM directory;
DROP TABLE directory;

CREATE TABLE directory (
    -- A server as seen by one account through one profile. (Inside, so that `.schema` shows it.)
    number       INTEGER PRIMARY KEY,
    server       TEXT NOT NULL,               -- its address, without secrets
    account      TEXT NOT NULL,               -- '' when nobody is logged in
    profile      TEXT NOT NULL,               -- the name of the profile by whose rules its people were read
    profile_text TEXT NOT NULL,               -- tells the profile's text from others: an edited one reads anew
    epoch        INTEGER NOT NULL DEFAULT 0,  -- counts logouts: what was asked for in an earlier one is not written
    people       INTEGER NOT NULL DEFAULT 0,  -- how many of `person` are of this directory
    oldest_fetch INTEGER,                     -- nobody of them was fetched before this; NULL without people
    UNIQUE (server, account, profile, profile_text)
) STRICT;

-- Which profile it was nobody wrote down: '' stands for that.
INSERT INTO directory (number, server, account, profile, profile_text, epoch, people, oldest_fetch)
SELECT directory_before.number, server, account, '', '', epoch, count(person), min(fetched_at)
FROM directory_before
LEFT JOIN visit
  ON person BETWEEN directory_before.number << 40 AND (directory_before.number << 40) + (1 << 40) - 1
GROUP BY directory_before.number;
DROP TABLE directory_before;

CREATE TABLE sync_before AS SELECT * FROM sync;
DROP TABLE sync;

CREATE TABLE sync (
    -- The syncs of a directory: the last complete one, and the one that runs or was cut off.
    directory           INTEGER PRIMARY KEY REFERENCES directory (number),
    generation          INTEGER NOT NULL,  -- counts full syncs, from 1
    is_running          INTEGER NOT NULL,  -- 1 until its last page is in
    next                TEXT,              -- where it goes on: a page, an offset, a cursor; NULL at its start
    started_at          INTEGER NOT NULL,
    total               INTEGER,           -- how many people there are, as the server said
    complete_generation INTEGER,           -- the last full one that ended
    full_at             INTEGER,           -- and when that was
    completed_at        INTEGER,           -- when the cache was last up to date: by it, or by one for changes only
    mark                TEXT,              -- the server's word for the state then, to ask for changes since
    next_mark           TEXT               -- the same of the one that runs
) STRICT;

INSERT INTO sync (directory, generation, is_running, next, started_at, total, complete_generation, full_at,
                  completed_at, mark, next_mark)
SELECT directory, generation, is_running, next, started_at, total, complete_generation, completed_at,
       completed_at, mark, next_mark
FROM sync_before;
DROP TABLE sync_before;

-- The words of two tables, for who reads them in the shell: a column that was added stands with its own
-- explanation. Nothing that is stored changes: https://sqlite.org/lang_altertable.html#otheralter
PRAGMA writable_schema = ON;

UPDATE sqlite_schema
SET sql = 'CREATE TABLE person (
    -- Someone in a directory: the fields that its profile names, and no others.
    number       INTEGER PRIMARY KEY,    -- from directory << 40, in the order in which people came
    directory    INTEGER NOT NULL REFERENCES directory (number),
    id           TEXT NOT NULL,          -- as the server wrote it
    username     TEXT,
    display_name TEXT,
    email        TEXT,
    phone        TEXT,
    title        TEXT,
    department   TEXT,
    is_active    INTEGER,                -- 1 or 0
    avatar_url   TEXT,
    updated_at   INTEGER,                -- when the server last changed it; milliseconds since 1970
    attributes   TEXT,                   -- further named fields: a JSON object of texts
    words        TEXT NOT NULL,          -- what a search finds: the words of username, name and e-mail
    checksum     INTEGER,                -- what row_checksum makes of the other columns but the numbers
    UNIQUE (directory, id)
) STRICT'
WHERE type = 'table' AND name = 'person';

UPDATE sqlite_schema
SET sql = 'CREATE TABLE visit (
    -- When someone was last fetched: apart, so that a refresh without changes rewrites some bytes a person.
    person     INTEGER PRIMARY KEY REFERENCES person (number) ON DELETE CASCADE,
    fetched_at INTEGER NOT NULL,         -- milliseconds since 1970
    generation INTEGER NOT NULL          -- the full sync that was the last when they were fetched
) STRICT'
WHERE type = 'table' AND name = 'visit';

PRAGMA writable_schema = RESET;

PRAGMA user_version = 3;

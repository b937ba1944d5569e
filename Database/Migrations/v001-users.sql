-- The cache of people, version 1. Never edited after its release: what changes comes as v002.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z. NULL is "unknown", never an empty text.

-- A server as seen by one account, which is '' when nobody is logged in.
CREATE TABLE directory (
    number  INTEGER PRIMARY KEY,
    server  TEXT NOT NULL,               -- its address, without secrets
    account TEXT NOT NULL,
    epoch   INTEGER NOT NULL DEFAULT 0,  -- counts logouts: what was asked for in an earlier one is not written
    UNIQUE (server, account)
) STRICT;

-- Someone in a directory: the fields that a profile names, and no others.
CREATE TABLE person (
    -- The people of directory D have the numbers from D * 2^40, in the order in which they came: so a
    -- search, a list and a logout of one directory read one range, and never another's people.
    number       INTEGER PRIMARY KEY,
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
    updated_at   INTEGER,                -- when the server last changed it
    attributes   TEXT,                   -- further named fields: a JSON object of texts
    words        TEXT NOT NULL,          -- what a search finds: the words of username, name and e-mail
    UNIQUE (directory, id)
) STRICT;

-- When someone was last fetched. A table of its own, so that a refresh in which nobody changed
-- rewrites some bytes a person and not the person.
CREATE TABLE visit (
    person     INTEGER PRIMARY KEY REFERENCES person (number) ON DELETE CASCADE,
    fetched_at INTEGER NOT NULL,
    generation INTEGER NOT NULL          -- the full sync that was the last when they were fetched
) STRICT;

-- The full syncs of a directory: the last complete one, and the one that runs or was cut off.
CREATE TABLE sync (
    directory           INTEGER PRIMARY KEY REFERENCES directory (number),
    generation          INTEGER NOT NULL,  -- counts full syncs, from 1
    is_running          INTEGER NOT NULL,  -- 1 until its last page is in
    next                TEXT,              -- where it goes on: a page, an offset, a cursor; NULL at its start
    started_at          INTEGER NOT NULL,
    total               INTEGER,           -- how many people there are, as the server said
    complete_generation INTEGER,           -- the last complete one
    completed_at        INTEGER            -- and when it ended
) STRICT;

-- The search index over person.words, written by the program together with the row. The words are
-- split and folded before they come here; the prefixes make one to three typed letters as fast as a word.
CREATE VIRTUAL TABLE person_words USING fts5 (
    words, content = 'person', content_rowid = 'number',
    tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);

-- People as the program reads them.
CREATE VIEW user AS
SELECT person.number, directory, words, id, username, display_name, email, phone, title, department,
       is_active, avatar_url, updated_at, attributes, fetched_at
FROM person JOIN visit ON visit.person = person.number;

PRAGMA application_id = 1399616835;  -- "SluC"
PRAGMA user_version = 1;

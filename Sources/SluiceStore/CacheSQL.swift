extension Cache {
    /// The table that every `Cache` of a store is kept in, for one of the program's migrations.
    public static var table: SQL { CacheSQL.table }
}

/// The statements of `Cache`.
enum CacheSQL {
    static let table: SQL = """
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
        """

    /// The value for a key, unless it is too old, of a time to come, or damaged.
    static let read: SQL = """
        SELECT value, stored_at FROM cached_value
        WHERE cache = ?1 AND key = ?2 AND stored_at BETWEEN ?3 AND ?4
          AND checksum = row_checksum(key, value)
        """

    /// All of them that may be given.
    static let readAll: SQL = """
        SELECT key, value FROM cached_value
        WHERE cache = ?1 AND stored_at BETWEEN ?2 AND ?3 AND checksum = row_checksum(key, value)
        ORDER BY number
        """

    static let keep: SQL = """
        INSERT INTO cached_value (cache, key, value, size, stored_at, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, row_checksum(?2, ?3))
        ON CONFLICT (cache, key) DO UPDATE
        SET value = ?3, size = ?4, stored_at = ?5, checksum = row_checksum(?2, ?3)
        """

    static let dropOld: SQL = """
        DELETE FROM cached_value WHERE cache = ?1 AND (stored_at < ?2 OR stored_at > ?3)
        """

    static let size: SQL = "SELECT coalesce(sum(size), 0) FROM cached_value WHERE cache = ?1"

    /// Keeps the newest, as many as fit.
    static let dropBeyond: SQL = """
        DELETE FROM cached_value WHERE number IN (
            SELECT number FROM (
                SELECT number, sum(size) OVER (ORDER BY stored_at DESC, number DESC) AS used
                FROM cached_value WHERE cache = ?1)
            WHERE used > ?2)
        """
}

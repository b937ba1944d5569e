import CSQLite
import Users

/// The least that keeps people searchable: one table, one index of words, and statements by hand.
///
/// The index is SQLite's usual one: written by statements of its own, with prefixes, and a tokenizer that
/// drops accents. No generations, no exact counts, no check of what an endpoint delivers.
final class BareTable {
    private let handle: OpaquePointer
    private var upsert: OpaquePointer?
    private var index: OpaquePointer?
    private var refresh: OpaquePointer?

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
            throw Child.Failure("sqlite3_open", 0)
        }
        handle = opened
        sqlite3_exec(
            handle,
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768;
            CREATE TABLE person (number INTEGER PRIMARY KEY, id TEXT UNIQUE, username TEXT,
                displayName TEXT, email TEXT, phone TEXT, title TEXT, department TEXT,
                isActive INTEGER, avatarURL TEXT, updatedAt INTEGER);
            CREATE VIRTUAL TABLE words USING fts5 (username, displayName, email,
                content = 'person', content_rowid = 'number', prefix = '1 2 3');
            """, nil, nil, nil)
        let values =
            "(number, id, username, displayName, email, phone, title, department, isActive, "
            + "avatarURL, updatedAt) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"
        let columns = [
            "username", "displayName", "email", "phone", "title", "department", "isActive",
            "avatarURL", "updatedAt",
        ]
        let changes = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differs = columns.map { "person.\($0) IS NOT excluded.\($0)" }
            .joined(separator: " OR ")
        upsert = prepare(
            "INSERT INTO person \(values) ON CONFLICT (id) DO UPDATE SET \(changes)")
        index = prepare(
            "INSERT INTO words (rowid, username, displayName, email) VALUES (?1, ?2, ?3, ?4)")
        refresh = prepare(
            "INSERT INTO person \(values) ON CONFLICT (id) DO UPDATE SET \(changes) WHERE \(differs)"
        )
    }

    deinit {
        for statement in [upsert, index, refresh] { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    private func prepare(_ sql: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        return statement
    }

    /// Adds people with their words, in one transaction.
    func add(_ users: some Sequence<User>, from first: Int = 0) {
        transaction {
            for (place, user) in users.enumerated() {
                run(upsert, user, number: first + place)
                sqlite3_bind_int64(index, 1, Int64(first + place))
                bind(user.username, to: index, 2)
                bind(user.displayName, to: index, 3)
                bind(user.email, to: index, 4)
                sqlite3_step(index)
                sqlite3_reset(index)
            }
        }
    }

    /// Writes people again of whom nothing has changed: the condition leaves every row alone.
    func skip(_ users: some Sequence<User>) {
        transaction {
            for (place, user) in users.enumerated() { run(refresh, user, number: place) }
        }
    }

    private func transaction(_ work: () -> Void) {
        sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
        work()
        sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    }

    private func run(_ statement: OpaquePointer?, _ user: User, number: Int) {
        sqlite3_bind_int64(statement, 1, Int64(number))
        bind(user.id.rawValue, to: statement, 2)
        bind(user.username, to: statement, 3)
        bind(user.displayName, to: statement, 4)
        bind(user.email, to: statement, 5)
        bind(user.phone, to: statement, 6)
        bind(user.title, to: statement, 7)
        bind(user.department, to: statement, 8)
        sqlite3_bind_int64(statement, 9, user.isActive == true ? 1 : 0)
        bind(user.avatarURL, to: statement, 10)
        sqlite3_bind_int64(statement, 11, user.updatedAt ?? 0)
        sqlite3_step(statement)
        sqlite3_reset(statement)
    }
}

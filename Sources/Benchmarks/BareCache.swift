import CSQLite
import Schema
import Users

/// The cache's own file and statement, used by hand: what reads through the store are compared with.
final class BareCache {
    private let handle: OpaquePointer
    private var byID: OpaquePointer?
    private var search: OpaquePointer?

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
            throw Child.Failure("sqlite3_open", 0)
        }
        handle = opened
        sqlite3_exec(handle, "PRAGMA cache_size = -32768", nil, nil, nil)
        byID = Self.prepare(Queries.userByID, handle)
        search = Self.prepare(Queries.userSearch, handle)
    }

    deinit {
        sqlite3_finalize(byID)
        sqlite3_finalize(search)
        sqlite3_close_v2(handle)
    }

    private static func prepare(_ sql: [UInt8], _ handle: OpaquePointer) -> OpaquePointer? {
        var statement: OpaquePointer?
        sql.withUnsafeBytes { bytes in
            _ = sqlite3_prepare_v2(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                &statement, nil)
        }
        return statement
    }

    /// The person with an id.
    func user(_ id: String) -> User? {
        sqlite3_bind_int64(byID, 1, 1)  // the file's one directory
        bind(id, to: byID, 2)
        defer { sqlite3_reset(byID) }
        return sqlite3_step(byID) == SQLITE_ROW ? Self.user(byID) : nil
    }

    /// The first 20 people whose words match.
    func search(_ words: String) -> [User] {
        bind(words, to: search, 1)
        sqlite3_bind_int64(search, 2, 0)
        sqlite3_bind_int64(search, 3, .max)
        sqlite3_bind_int64(search, 4, 20)
        defer { sqlite3_reset(search) }
        var users: [User] = []
        while sqlite3_step(search) == SQLITE_ROW { users.append(Self.user(search)) }
        return users
    }

    /// The columns of the view `user`.
    private static func user(_ row: OpaquePointer?) -> User {
        func text(_ column: Int32) -> String? {
            sqlite3_column_text(row, column).map { String(cString: $0) }
        }
        return User(
            id: User.ID(text(3) ?? ""), username: text(4), displayName: text(5), email: text(6),
            phone: text(7), title: text(8), department: text(9),
            isActive: sqlite3_column_int64(row, 10) != 0, avatarURL: text(11),
            updatedAt: sqlite3_column_int64(row, 12), fetchedAt: sqlite3_column_int64(row, 14))
    }
}

/// Binds a text as a caller of SQLite would.
func bind(_ text: String?, to statement: OpaquePointer?, _ index: Int32) {
    guard var text else {
        sqlite3_bind_null(statement, index)
        return
    }
    text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
            _ = sluice_bind_text_copied(statement, index, $0.baseAddress, Int32($0.count))
        }
    }
}

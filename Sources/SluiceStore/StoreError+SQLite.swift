import CSQLite

extension StoreError {
    /// The error for a result code that isn't a success.
    ///
    /// - Parameter database: the handle whose message is read, if there is one. The message is that
    ///   of the last call, so make the error before the next one.
    init(sqlite code: Int32, database: OpaquePointer?, attempt: String, path: String) {
        let text = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        self.init(
            Self.code(for: code), attempt: attempt, path: path, sqliteCode: code,
            detail: text.map { String(cString: $0) } ?? "")
    }

    /// The word for a result code, by its primary part (the low eight bits).
    private static func code(for sqlite: Int32) -> Code {
        switch sqlite & 0xff {
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
        case SQLITE_READONLY: .readOnly
        case SQLITE_FULL: .diskFull
        case SQLITE_NOMEM, SQLITE_TOOBIG: .outOfMemory
        case SQLITE_IOERR, SQLITE_NOLFS, SQLITE_PROTOCOL: .inputOutput
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        // An index entry of the search table that its rows don't explain is SQLITE_CORRUPT_VTAB.
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_INTERRUPT: .cancelled
        case SQLITE_CONSTRAINT: .constraint
        default: .defect
        }
    }
}

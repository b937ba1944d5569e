/// Brings a file to the version that the program knows.
///
/// A file that is up to date is only read. Processes that open a new file together all succeed: the
/// version is read again inside the write transaction, where one of them finds it done.
struct Migrator {
    let migrations: [Migration]
    let applicationID: Int32

    var latest: Int { migrations.last?.version ?? 0 }

    /// Whether the file lacks a step. Throws `newerVersion` for a file of a newer program, `foreign` for one of another.
    func isNeeded(on connection: Connection) throws(StoreError) -> Bool {
        let version = try version(of: connection)
        if version > latest {
            throw StoreError(
                .newerVersion, attempt: "use the cache", path: connection.path,
                detail: "version \(version), this program knows \(latest)")
        }
        try refuseForeign(connection, version: version)
        return version < latest
    }

    /// Runs the steps that the file lacks, in one transaction.
    func migrate(_ connection: Connection) throws(StoreError) {
        try connection.change { connection throws(StoreError) in
            let version = try version(of: connection)
            guard migrations.indices.allSatisfy({ migrations[$0].version == $0 + 1 }) else {
                throw defect("migrations aren't numbered from 1, without gaps", connection)
            }
            for migration in migrations where migration.version > version {
                for sql in migration.sql {
                    try connection.execute(sql, attempt: "prepare the tables of")
                }
                guard try self.version(of: connection) == migration.version else {
                    throw defect(
                        "migration \(migration.version) doesn't set its version", connection)
                }
            }
            // Else the next opening would take the file for another program's.
            guard try isMarked(connection) else {
                throw defect("no migration sets application_id to \(applicationID)", connection)
            }
        }
    }

    private func defect(_ detail: String, _ connection: Connection) -> StoreError {
        StoreError(
            .defect, attempt: "prepare the tables of", path: connection.path, detail: detail)
    }

    /// Changes to a write-ahead log, unless the file has one.
    ///
    /// The change needs the file alone, and the busy time-out doesn't cover it: so it is tried again
    /// while another process is in the way. See <https://sqlite.org/wal.html#activating_and_configuring_wal_mode>.
    ///
    /// - Parameter wait: waits some milliseconds between two tries.
    func useWriteAheadLog(
        _ connection: Connection, busyTimeout: Int32, wait: (_ milliseconds: Int32) -> Void
    ) throws(StoreError) {
        let pause: Int32 = 2
        var tries = max(1, busyTimeout / pause)
        while true {
            do throws(StoreError) {
                let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
                if mode == "wal" { return }
                throw StoreError(
                    .readOnly, attempt: "use a write-ahead log in", path: connection.path,
                    detail: "the journal mode stays \(mode ?? "unknown")")
            } catch {
                tries -= 1
                guard error.errorCode == .busy, tries > 0 else { throw error }
                wait(pause)
            }
        }
    }

    private func version(of connection: Connection) throws(StoreError) -> Int {
        try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }

    private func refuseForeign(_ connection: Connection, version: Int) throws(StoreError) {
        if try isMarked(connection) { return }
        let found = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let isEmpty =
            try connection.first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true } == nil
        if found == 0, version == 0, isEmpty { return }
        // Another process may have made our tables since the first look.
        guard try isMarked(connection) else {
            throw StoreError(.foreign, attempt: "use the cache", path: connection.path)
        }
    }

    /// Whether the file's header has the program's mark, if it has one.
    private func isMarked(_ connection: Connection) throws(StoreError) -> Bool {
        if applicationID == 0 { return true }
        let found = try connection.first("PRAGMA application_id") { $0.integer(0) }
        return found == Int64(applicationID)
    }
}

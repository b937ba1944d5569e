import CSQLite

/// An open database; the one owner of its handle.
///
/// A `Store` hands one to the closure of each read and write. Don't keep it: outside the closure it
/// is another caller's. SQL is fixed text (`SQL`), and what varies is bound, in order, to `?1`, `?2`, ….
public final class Connection: @unchecked Sendable {  // a C handle; one thread at a time
    /// The handle. See <https://sqlite.org/c3ref/sqlite3.html>.
    let handle: OpaquePointer
    /// The file; empty in memory.
    let path: String
    let counters: StoreCounters
    private var statements: StatementCache
    private var isOpen = true

    /// Opens a database that exists, or one in memory, without reading it.
    ///
    /// - Parameter name: what SQLite opens, a path or a URI. See <https://sqlite.org/c3ref/open.html>.
    init(
        opening name: String, path: String, options: StoreOptions, counters: StoreCounters
    ) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            // A handle may come with a failure, and must be closed: its message is read before.
            let error = StoreError(
                sqlite: code, database: opened, attempt: "open the cache", path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.path = path
        self.counters = counters
        statements = StatementCache(capacity: options.statementCapacity)
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, options.busyTimeout)
        try check(HoldsFunction.register(on: opened), "open the cache")
        try check(ChecksumFunction.register(on: opened), "open the cache")
    }

    deinit {
        statements.removeAll()
        // Nobody is left to tell: `close()` says what went wrong.
        if isOpen { sqlite3_close_v2(handle) }
    }

    /// Closes the database; the last connection to a file moves its `-wal` into it. Says what failed.
    func close() throws(StoreError) {
        guard isOpen else { return }
        statements.removeAll()
        try check(sqlite3_close(handle), "close")
        isOpen = false
    }

    /// How far a checkpoint goes. See <https://sqlite.org/c3ref/wal_checkpoint_v2.html>.
    enum Checkpoint {
        /// As far as nobody is in the way.
        case passive
        /// To the end of the log, which is emptied then; waits for readers.
        case truncate
    }

    /// Moves the log into the file. Closing does so too, but is silent when it fails.
    func checkpoint(_ kind: Checkpoint = .passive) throws(StoreError) {
        switch kind {
        case .passive: try run("PRAGMA wal_checkpoint(PASSIVE)")
        case .truncate: try run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    // MARK: Statements

    /// The prepared statement for `sql`, for a loop that binds and runs it many times.
    public func statement(_ sql: SQL) throws(StoreError) -> Statement {
        try statements.statement(for: sql, on: self)
    }

    /// How many prepared statements are kept.
    var statementCount: Int { statements.count }

    /// Runs a statement, and gives how many rows it inserted, changed or deleted.
    @discardableResult
    public func run(_ sql: SQL, _ values: any Bindable...) throws(StoreError) -> Int {
        let statement = try statement(sql)
        try statement.bind(all: values)
        try statement.run()
        return changes
    }

    /// Gives the first row to `row`; nil when there is none.
    public func first<T>(
        _ sql: SQL, _ values: any Bindable..., row: (borrowing Row) throws(StoreError) -> T
    ) throws(StoreError) -> T? {
        let statement = try statement(sql)
        try statement.bind(all: values)
        return try statement.first(row)
    }

    /// Gives each row to `row`, in order, as it is read.
    public func each(
        _ sql: SQL, _ values: any Bindable..., row: (borrowing Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(sql)
        try statement.bind(all: values)
        try statement.each(row)
    }

    /// Rows that the last statement inserted, changed or deleted.
    public var changes: Int { Int(sqlite3_changes64(handle)) }

    /// The row id that the last insertion made.
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    // MARK: Transactions

    /// Runs `body` so that all its statements see one state of the file.
    func snapshot<T>(
        _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try transaction("BEGIN", body)
    }

    /// Runs `body` as one change: all of it, or nothing when it throws.
    ///
    /// It takes the write lock at once: a read that later becomes a write would fail where another
    /// process wrote in between, whatever the time-out. See <https://sqlite.org/lang_transaction.html>.
    func change<T>(
        _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try transaction("BEGIN IMMEDIATE", body)
    }

    private func transaction<T>(
        _ begin: SQL, _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try run(begin)
        do {
            let value = try body(self)
            try run("COMMIT")
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Undoes a transaction that is open; some failures (a full disk) have ended it by themselves.
    ///
    /// Without memory even this may fail: so it is done again before the connection's next use.
    func rollBack() {
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    // MARK: Whole texts

    /// Runs every statement of a text, unprepared; for settings and migrations.
    func execute(_ sql: SQL, attempt: String = "set up") throws(StoreError) {
        try execute(text: sql.description, attempt: attempt)
    }

    /// Runs a setting that takes no bound value.
    func set(_ pragma: StaticString, to number: Int) throws(StoreError) {
        try execute(text: "PRAGMA \(pragma) = \(number)", attempt: "set up")
    }

    private func execute(text: String, attempt: String) throws(StoreError) {
        try check(sqlite3_exec(handle, text, nil, nil, nil), attempt)
    }

    /// Stops a statement of this connection when the task that runs it is cancelled.
    ///
    /// SQLite asks every thousand of its instructions, on the thread that runs the statement. So a
    /// cancelled task stops its own statement and can't hit another's, as `sqlite3_interrupt` can.
    /// See <https://sqlite.org/c3ref/progress_handler.html>.
    func stopWhenCancelled() {
        sqlite3_progress_handler(handle, 1000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    private func check(_ code: Int32, _ attempt: String) throws(StoreError) {
        guard code == SQLITE_OK else {
            throw StoreError(sqlite: code, database: handle, attempt: attempt, path: path)
        }
    }
}

import CSQLite
import Glibc

/// A database with one writer and a few readers. It knows tables only from the migrations it is given.
///
/// ```swift
/// let store = try Store.open(.file(path), migrations: [.init(version: 1, sql: notes)])
/// try await store.write { db throws(StoreError) in try db.run("INSERT INTO note VALUES (?1)", text) }
/// let count = try store.read { db throws(StoreError) in
///     try db.first("SELECT count(*) FROM note") { $0.integer(0) } }
/// ```
public final class Store: Sendable {
    /// What to tell a person once; empty when all is well.
    public let notices: [StoreNotice]
    let opener: Opener
    private let readers: ReaderPool
    private let writer: Writer

    /// Where the rows are: a file, or memory.
    public var location: StoreLocation { opener.location }
    /// What was done so far.
    public var counters: StoreCounters { opener.counters }

    /// Opens a store, and brings its tables up to date.
    ///
    /// A file that is up to date is not written to. It blocks for the time of opening a file, and
    /// while another process changes the tables.
    ///
    /// - Throws: what is wrong with the file, which is left as it is. For a program that should go
    ///   on all the same, there is `openOrReplace`.
    public static func open(
        _ location: StoreLocation, migrations: [Migration], options: StoreOptions = .init()
    ) throws(StoreError) -> Store {
        try open(location, migrations: migrations, options: options, notices: [])
    }

    static func open(
        _ location: StoreLocation, migrations: [Migration], options: StoreOptions,
        notices: [StoreNotice]
    ) throws(StoreError) -> Store {
        guard case .file(let path) = location else {
            return try Store(location, migrations, options, notices)
        }
        if options.isNamedByHand { try refuseForeign(location, migrations, options) }
        // Made first, so that its folder is there for the lock.
        try FileSystem.create(path, attempt: "make the cache")
        return try FileLock.with(.shared, on: path) { () throws(StoreError) in
            try Store(location, migrations, options, notices)
        }
    }

    /// Throws `foreign` for a file that no store ever opened and that isn't this program's, before a lock
    /// is made beside it.
    ///
    /// Asked through SQLite: to open the file and close it again would take away this process's locks on it.
    private static func refuseForeign(
        _ location: StoreLocation, _ migrations: [Migration], _ options: StoreOptions
    ) throws(StoreError) {
        let path = location.path
        guard let size = FileSystem.size(of: path), size > 0, !FileLock.exists(on: path) else {
            return
        }
        let migrator = Migrator(migrations: migrations, applicationID: options.applicationID)
        let opener = try Opener(location, migrator, options: options)
        do throws(StoreError) {
            _ = try migrator.isNeeded(on: try opener.connection())
        } catch {
            guard error.meansDamage else { throw error }
            throw StoreError(
                .foreign, attempt: "use the cache", path: path, sqliteCode: error.sqliteCode,
                detail: error.detail)
        }
    }

    private init(
        _ location: StoreLocation, _ migrations: [Migration], _ options: StoreOptions,
        _ notices: [StoreNotice]
    ) throws(StoreError) {
        let migrator = Migrator(migrations: migrations, applicationID: options.applicationID)
        let opener = try Opener(location, migrator, options: options)
        let first = try opener.connection()
        var notices = notices

        if try migrator.isNeeded(on: first) || location == .memory {
            try opener.makeWriter(first)
            if let notice = try Self.chooseJournal(first, opener, migrator) {
                notices.append(notice)
            }
            try migrator.migrate(first)
            writer = Writer(opener: opener, connection: first)
            readers = ReaderPool(opener: opener, size: options.readers, first: nil)
        } else {
            if sqlite3_db_readonly(first.handle, "main") == 1 {
                throw opener.error(.readOnly, "write to")
            }
            if let notice = try Self.leaveLogOnNetwork(first, opener) { notices.append(notice) }
            try opener.makeReader(first)
            writer = Writer(opener: opener, connection: nil)
            readers = ReaderPool(opener: opener, size: options.readers, first: first)
        }
        self.opener = opener
        self.notices = notices
    }

    private static func chooseJournal(
        _ connection: Connection, _ opener: Opener, _ migrator: Migrator
    ) throws(StoreError) -> StoreNotice? {
        guard case .file(let path) = opener.location else { return nil }
        try connection.execute("PRAGMA page_size = 4096")  // has effect in an empty file only
        switch opener.options.journal {
        case .rollback: return nil
        case .automatic where opener.options.isOnNetwork(path):
            return try leaveLogOnNetwork(connection, opener)
                ?? StoreNotice(kind: .networkFileSystem)
        case .automatic, .writeAheadLog:
            let options = opener.options
            try migrator.useWriteAheadLog(
                connection, busyTimeout: options.busyTimeout, wait: options.wait)
            return nil
        }
    }

    /// Gives up the write-ahead log of a file that was moved to a network file system, where it isn't
    /// safe: <https://sqlite.org/wal.html>. Done once, and so said once.
    private static func leaveLogOnNetwork(
        _ connection: Connection, _ opener: Opener
    ) throws(StoreError) -> StoreNotice? {
        guard case .file(let path) = opener.location, opener.options.journal == .automatic,
            opener.options.isOnNetwork(path),
            try connection.first("PRAGMA journal_mode", row: { $0.text(0) }) == "wal"
        else { return nil }
        // Whoever has it open on this machine keeps the log for as long: waiting would not help.
        try connection.set("busy_timeout", to: 0)
        var notice: StoreNotice?
        do throws(StoreError) {
            try connection.run("PRAGMA journal_mode = DELETE")
            notice = StoreNotice(kind: .networkFileSystem)
        } catch {
            guard error.errorCode == .busy else { throw error }
        }
        try connection.set("busy_timeout", to: Int(opener.options.busyTimeout))
        return notice
    }

    // MARK: Reading

    /// Reads, on the caller's own thread; each statement sees the newest state.
    ///
    /// A row by its key costs a few microseconds, less than a hop to another thread would: so it
    /// isn't `async`. What may take longer belongs in `backgroundSnapshot`. When the task is cancelled
    /// the running statement stops, and no other.
    ///
    /// - Throws: `cancelled` in a cancelled task, what SQLite said, and what `body` throws.
    public func read<T>(
        _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try readers.read(body)
    }

    /// Reads, and all statements of `body` see one state. As long as it runs, the log of changes can't be cut back.
    public func snapshot<T>(
        _ body: (Connection) throws(StoreError) -> T
    ) throws(StoreError) -> T {
        try readers.read { connection throws(StoreError) in try connection.snapshot(body) }
    }

    /// Reads as `snapshot` does, on a thread that no task waits for: lists, searches, counts.
    ///
    /// A long read on the caller's thread would keep the main actor, or one of the few threads that
    /// all tasks share.
    public func backgroundSnapshot<T: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> T
    ) async throws(StoreError) -> T {
        try await BackgroundExecutor.run { () throws(StoreError) in try snapshot(body) }
    }

    // MARK: Writing

    /// Changes rows: all of what `body` does, or nothing when it throws.
    ///
    /// Changes run one after the other on a thread of their own. One that has begun runs to its end
    /// when the task is cancelled, and one that waits doesn't begin.
    ///
    /// - Throws: `cancelled`, `vanished` when the file is gone, what SQLite said, and what `body` throws.
    @discardableResult
    public func write<T: Sendable>(
        _ body: @Sendable (Connection) throws(StoreError) -> T
    ) async throws(StoreError) -> T {
        try await writer.change(body)
    }

    // MARK: The file

    /// Copies the store into a new file, for this person only, while it stays in use.
    ///
    /// - Throws: `cannotOpen` where there is a file that isn't empty, which is left as it is; what SQLite
    ///   said, and then no part of a copy is left.
    public func backup(to path: String) async throws(StoreError) {
        if FileSystem.size(of: path) ?? 0 > 0 {
            throw StoreError(
                .cannotOpen, attempt: "make the copy", path: path, detail: "there is a file already"
            )
        }
        try FileSystem.create(path, attempt: "make the copy")
        do throws(StoreError) {
            try await writer.use { connection throws(StoreError) in
                _ = try connection.run("VACUUM INTO ?1", path)
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The size of the file with its log, in bytes; nil in memory.
    public var fileSize: Int64? {
        guard case .file(let path) = location, let size = FileSystem.size(of: path) else {
            return nil
        }
        return size + (FileSystem.size(of: path + "-wal") ?? 0)
    }

    /// Whether the store was closed: by `close`, or by `examine`, which found its file damaged.
    public var isClosed: Bool { readers.isClosed }

    /// Closes the store; what is called after fails with `closed`. The log is moved into the file.
    ///
    /// Not needed for safety: a store that goes away closes too, but can't say what failed.
    public func close() async throws(StoreError) {
        var failure: StoreError?
        do throws(StoreError) { try readers.close() } catch { failure = error }
        try await writer.close()
        if let failure { throw failure }
    }
}

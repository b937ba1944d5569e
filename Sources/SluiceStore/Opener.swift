import CSQLite
import Synchronization

/// Makes the connections of one store, all alike.
struct Opener: Sendable {
    let location: StoreLocation
    let options: StoreOptions
    private let migrator: Migrator
    let counters = StoreCounters()
    private let name: String
    private let identity: FileSystem.Identity?

    private static let memories = Atomic(0)
    /// The bytes that the log is cut back to after a checkpoint.
    static let logLimit: Int64 = 4 << 20

    /// Makes the file when it is missing.
    init(
        _ location: StoreLocation, _ migrator: Migrator, options: StoreOptions
    ) throws(StoreError) {
        self.location = location
        self.migrator = migrator
        self.options = options
        switch location {
        case .file(let path):
            // A leading "./" keeps a name such as "file:x" from being read as a URI.
            name = path.hasPrefix("/") ? path : "./" + path
            try FileSystem.create(path, attempt: "make the cache")
            if FileSystem.exists(Quarantine.marker(for: path)) {
                throw StoreError(
                    .corrupt, attempt: "open the cache", path: path,
                    detail: "damage was found when it was last used")
            }
            identity = FileSystem.identity(of: path)
        case .memory:
            // The leading slash makes it one database for all connections of this process that name it.
            let number = Self.memories.wrappingAdd(1, ordering: .relaxed).newValue
            name = "file:/sluice-\(number)?vfs=memdb"
            identity = nil
        }
    }

    // MARK: Connections

    /// A connection that can do both, before it is known what it is for.
    func connection() throws(StoreError) -> Connection {
        let connection = try Connection(
            opening: name, path: location.path, options: options, counters: counters)
        // Temporary tables in memory: a folder for them that can't be written to is no reason to fail.
        // A cache of 32 MiB, filled as far as it is needed, spares reads by key among 100,000 people their
        // copies from the file.
        try connection.execute(
            "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;")
        return connection
    }

    /// A connection for reading.
    func reader() throws(StoreError) -> Connection {
        let connection = try connection()
        try makeReader(connection)
        return connection
    }

    /// A connection for writing.
    func writer() throws(StoreError) -> Connection {
        let connection = try connection()
        try makeWriter(connection)
        return connection
    }

    func makeReader(_ connection: Connection) throws(StoreError) {
        try connection.execute("PRAGMA query_only = ON")
        connection.stopWhenCancelled()
    }

    func makeWriter(_ connection: Connection) throws(StoreError) {
        // NORMAL loses at most the last changes at a power cut, and never damages the file, with a log.
        try connection.execute("PRAGMA synchronous = NORMAL;")
        try connection.set("journal_size_limit", to: Int(Self.logLimit))
        if let pages = options.maximumPages { try connection.set("max_page_count", to: pages) }
    }

    // MARK: Faults

    func error(_ code: StoreError.Code, _ attempt: String, _ detail: String = "") -> StoreError {
        StoreError(code, attempt: attempt, path: location.path, detail: detail)
    }

    /// Whether the file that was opened is still where it was.
    var isInPlace: Bool {
        guard case .file(let path) = location else { return true }
        return FileSystem.identity(of: path) == identity
    }

    /// Throws when the file was moved or deleted since it was opened: what is written would be lost.
    func checkPresence() throws(StoreError) {
        if !isInPlace { throw error(.vanished, "write to") }
    }

    /// What an error of a read or a change comes to, which may be damage.
    ///
    /// A file that turned out damaged is marked, so that the next opening sets it aside.
    func judged(_ error: StoreError) -> StoreError {
        guard case .file(let path) = location, isInPlace else { return error }
        let error = Definitions(migrator: migrator, options: options).judged(error, connection)
        if error.meansDamage {
            // Where no file can be made, none could be set aside either.
            try? FileSystem.create(Quarantine.marker(for: path), attempt: "mark")
        }
        return error
    }
}

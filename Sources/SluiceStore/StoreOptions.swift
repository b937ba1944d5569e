import CSQLite

/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
    /// A file; it and its folders are made when missing, for this person only.
    case file(String)
    /// Memory: the rows go when the store does.
    case memory

    /// The file's path; empty in memory.
    var path: String {
        switch self {
        case .file(let path): path
        case .memory: ""
        }
    }
}

/// How a store works; the defaults suit a cache of some million rows.
public struct StoreOptions: Sendable {
    /// How a change is made safe before it is in the file.
    public enum Journal: Sendable, Hashable {
        /// A write-ahead log; on a network file system, where that isn't safe, a rollback journal.
        case automatic
        /// A write-ahead log, whatever the file system.
        case writeAheadLog
        /// A rollback journal, whatever the file system.
        case rollback
    }

    /// How long a statement waits for another process, in milliseconds.
    public var busyTimeout: Int32
    /// How many connections for reading are kept.
    public var readers: Int
    /// How many prepared statements a connection keeps.
    public var statementCapacity: Int
    /// How a change is made safe.
    public var journal: Journal
    /// The most pages, of 4 KiB, that the file may take; nil is SQLite's own limit.
    public var maximumPages: Int?
    /// What the first migration writes into the file's header (`PRAGMA application_id`); 0 checks nothing.
    ///
    /// A database without it is another program's: it is refused, and not written to.
    public var applicationID: Int32
    /// Whether a person named the file, which may then be anything.
    ///
    /// One that isn't this program's is refused as `foreign`, by `openOrReplace` too, and nothing is made
    /// beside it. Otherwise what is no database counts as a damaged one, and is set aside.
    public var isNamedByHand: Bool
    /// Tells whether a path is on a network file system.
    var isOnNetwork: @Sendable (String) -> Bool = FileSystem.isOnNetwork
    /// Waits some milliseconds, where SQLite itself doesn't: for the switch to a write-ahead log.
    var wait: @Sendable (Int32) -> Void = { _ = sqlite3_sleep($0) }

    /// Makes options; without arguments, the defaults.
    public init(
        busyTimeout: Int32 = 5000, readers: Int = 4, statementCapacity: Int = 64,
        journal: Journal = .automatic, maximumPages: Int? = nil, applicationID: Int32 = 0,
        isNamedByHand: Bool = false
    ) {
        self.busyTimeout = busyTimeout
        self.readers = readers
        self.statementCapacity = statementCapacity
        self.journal = journal
        self.maximumPages = maximumPages
        self.applicationID = applicationID
        self.isNamedByHand = isNamedByHand
    }
}

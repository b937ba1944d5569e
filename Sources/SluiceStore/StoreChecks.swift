/// What a program wants checked in its tables, besides the file itself: see `Store.examine`.
public struct StoreChecks: Sendable {
    /// A check of rows.
    public struct Rows: Sendable {
        /// The table, to be named to a person.
        public var table: String
        /// A statement that gives the number of damaged rows, such as those whose `row_checksum` differs.
        public var countDamaged: SQL
        /// Makes a check.
        public init(of table: String, countDamaged: SQL) {
            self.table = table
            self.countDamaged = countDamaged
        }
    }

    /// A check of something that is made from rows, and can be made from them anew: a search index.
    public struct Index: Sendable {
        /// The index, to be named to a person.
        public var name: String
        /// A statement that fails when it is out of step. See <https://sqlite.org/fts5.html#the_integrity_check_command>.
        public var check: SQL
        /// A statement that makes it anew.
        public var rebuild: SQL
        /// Makes a check.
        public init(of name: String, check: SQL, rebuild: SQL) {
            self.name = name
            self.check = check
            self.rebuild = rebuild
        }
    }

    /// The tables to check.
    public var rows: [Rows]
    /// The indexes to check, and to make anew.
    public var indexes: [Index]

    /// Makes a list; an empty one checks the file.
    public init(rows: [Rows] = [], indexes: [Index] = []) {
        self.rows = rows
        self.indexes = indexes
    }
}

/// What was found in a store's file, and what was done about it.
public struct StoreReport: Sendable, Hashable {
    /// What is wrong with the file, a sentence of SQLite's each; a hundred at most.
    public var faults: [String] = []
    /// How many rows of each table are damaged; a table whose rows are all sound isn't here.
    public var damagedRows: [String: Int] = [:]
    /// The indexes that were out of step and were made anew.
    public var rebuilt: [String] = []
    /// Where the damaged file is now; nil for one that is sound, or is held in memory.
    public var setAside: String?
    /// The size of the file, in bytes; nil in memory.
    public var fileBytes: Int64?
    /// The size of its log of changes when it was looked at, in bytes; nil in memory.
    public var logBytes: Int64?

    /// Whether the file and its rows are as they were written.
    public var isSound: Bool { faults.isEmpty && damagedRows.isEmpty }

    /// Makes the report of a store that is well.
    public init() {}
}

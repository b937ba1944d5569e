/// What a check of the cache's file found, and what was done about it.
public struct CacheHealth: Sendable, Hashable {
    /// The file; nil when the cache is held in memory.
    public var path: String?
    /// What is wrong with the file, a sentence each.
    public var faults: [String]
    /// How many rows are not as they were written.
    public var damagedRows: Int
    /// Whether the search index was out of step, and was made anew.
    public var isIndexRebuilt: Bool
    /// Where the damaged file is now: it was set aside, not deleted, and an empty one takes its place.
    public var setAside: String?
    /// The size of the file, in bytes.
    public var fileBytes: Int64?
    /// The size of its log of changes when it was looked at, in bytes.
    public var logBytes: Int64?

    /// Whether the file and its rows are as they were written.
    public var isSound: Bool { faults.isEmpty && damagedRows == 0 }

    /// Makes a report; without arguments, of a cache that is well.
    public init(
        path: String? = nil, faults: [String] = [], damagedRows: Int = 0,
        isIndexRebuilt: Bool = false, setAside: String? = nil, fileBytes: Int64? = nil,
        logBytes: Int64? = nil
    ) {
        self.path = path
        self.faults = faults
        self.damagedRows = damagedRows
        self.isIndexRebuilt = isIndexRebuilt
        self.setAside = setAside
        self.fileBytes = fileBytes
        self.logBytes = logBytes
    }
}

import FoundationEssentials

/// Values of one type that are kept by key for a while, in a store's file.
///
/// What is too old is never given, and what takes too much space goes, the oldest first. A value that
/// can't be read back (damaged, or written by another version of the type) is as good as none. The
/// store needs the table: put `Cache.table` into a migration.
///
/// ```swift
/// let pages = Cache<Page>(store, named: "page", limits: .init(age: 3_600_000, bytes: 16 << 20))
/// try await pages.keep(page, for: "/users?page=1", now: now)
/// let page = try pages.value(for: "/users?page=1", now: now)?.value
/// ```
public struct Cache<Value: Codable & Sendable>: Sendable {
    private let store: Store
    private let name: String
    /// How much is kept, and for how long.
    public let limits: CacheLimits

    /// The cache of that name in a store's file; caches of different names don't see each other.
    public init(_ store: Store, named name: String, limits: CacheLimits) {
        self.store = store
        self.name = name
        self.limits = limits
    }

    /// The value that was kept for a key; nil when there is none that is young enough.
    ///
    /// Reads on the caller's thread, one row by its key.
    ///
    /// - Parameter now: milliseconds since 1970. What was stored later than that is not young: a clock was set back.
    public func value(for key: String, now: Int64) throws(StoreError) -> CachedValue<Value>? {
        let text = try store.read { db throws(StoreError) in
            try db.first(CacheSQL.read, name, key, now - limits.age, now) {
                (text: $0.text(0), storedAt: $0.integer(1))
            }
        }
        guard let text, let value = Self.decoded(text.text) else { return nil }
        return CachedValue(value: value, storedAt: text.storedAt)
    }

    /// Every value that is young enough, with its key, in the order in which the keys first came.
    package func values(
        now: Int64, in db: Connection
    ) throws(StoreError) -> [(key: String, value: Value)] {
        var values: [(key: String, value: Value)] = []
        try db.each(CacheSQL.readAll, name, now - limits.age, now) { row in
            if let value = Self.decoded(row.text(1)) { values.append((row.text(0), value)) }
        }
        return values
    }

    /// Keeps a value for a key, in place of the one before, and lets go of what is beyond the limits.
    ///
    /// A value that is larger than the limit for all of them is not kept. Costs more the more values
    /// there are: some 0.1 ms for a thousand.
    ///
    /// - Throws: `constraint` for a value that JSON can't hold, and what `Store.write` throws.
    public func keep(_ value: Value, for key: String, now: Int64) async throws(StoreError) {
        try await store.write { db throws(StoreError) in
            try keep(value, for: key, now: now, in: db)
        }
    }

    /// The same as a part of a write of the caller's, to keep it only together with something else.
    public func keep(
        _ value: Value, for key: String, now: Int64, in db: Connection
    ) throws(StoreError) {
        guard let data = try? JSONEncoder().encode(value) else {
            throw store.opener.error(.constraint, "keep a value in", "JSON can't hold it")
        }
        let text = String(decoding: data, as: UTF8.self)
        try db.run(CacheSQL.keep, name, key, text, key.utf8.count + text.utf8.count, now)
        try db.run(CacheSQL.dropOld, name, now - limits.age, now)
        let bytes = try db.first(CacheSQL.size, name) { $0.integer(0) } ?? 0
        if bytes > limits.bytes { try db.run(CacheSQL.dropBeyond, name, limits.bytes) }
    }

    /// Forgets the value for a key. Not an error when there is none.
    public func remove(_ key: String) async throws(StoreError) {
        let name = name
        try await store.write { db throws(StoreError) in
            try db.run("DELETE FROM cached_value WHERE cache = ?1 AND key = ?2", name, key)
        }
    }

    /// Forgets every value of this cache.
    public func removeAll() async throws(StoreError) {
        try await store.write { db throws(StoreError) in try removeAll(in: db) }
    }

    /// The same as a part of a write of the caller's.
    public func removeAll(in db: Connection) throws(StoreError) {
        try db.run("DELETE FROM cached_value WHERE cache = ?1", name)
    }

    /// The bytes that keys and values take now.
    public func size() throws(StoreError) -> Int64 {
        try store.read { db throws(StoreError) in
            try db.first(CacheSQL.size, name) { $0.integer(0) } ?? 0
        }
    }

    private static func decoded(_ text: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}

/// A value from a cache, and when it was kept.
public struct CachedValue<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// When it was kept; milliseconds since 1970.
    public var storedAt: Int64
}

/// How much a cache keeps, and for how long.
public struct CacheLimits: Sendable, Hashable {
    /// The age, in milliseconds, beyond which a value is not given any more.
    public var age: Int64
    /// The most bytes that keys and values take together.
    public var bytes: Int64

    /// Makes limits; without arguments, a day and 16 MiB.
    public init(age: Int64 = 86_400_000, bytes: Int64 = 16 << 20) {
        self.age = age
        self.bytes = bytes
    }
}

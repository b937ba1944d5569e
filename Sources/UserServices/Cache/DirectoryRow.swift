package import SluiceStore
import Synchronization
import Users

/// The row of a directory, and the range of numbers that its people have.
struct DirectoryRow {
    var number: Int64
    var epoch: Int64
    /// How many people it has.
    var people: Int
    /// Nobody was fetched before that; nil without people.
    var oldestFetch: Int64?
    /// Whether it is of a time when nobody wrote down which profile read it.
    var isUnclaimed: Bool

    private init(_ row: borrowing Row) {
        number = row.integer(0)
        epoch = row.integer(1)
        people = Int(row.integer(2))
        isUnclaimed = row.text(3).isEmpty
        oldestFetch = row.integerIfAny(4)
    }

    /// How many bits of a person's number count the people of one directory.
    private static let bits: Int64 = 40

    /// The first and the last number that its people may have.
    var numbers: (first: Int64, last: Int64) { Self.numbers(of: number) }

    static func numbers(of directory: Int64) -> (first: Int64, last: Int64) {
        let first = directory << bits
        return (first, first + (1 << bits) - 1)
    }

    static func find(_ cache: UserCache, in db: Connection) throws(StoreError) -> DirectoryRow? {
        try db.first(
            UserCacheSQL.directoryFind, cache.server, cache.account, cache.profile.name,
            cache.profile.text
        ) { DirectoryRow($0) }
    }

    /// The directory, made when it is missing.
    ///
    /// People whom another text of the same profile read go then: its rules hold no longer.
    static func findOrAdd(_ cache: UserCache, in db: Connection) throws(StoreError) -> DirectoryRow?
    {
        let profile = cache.profile
        if let found = try find(cache, in: db) {
            guard found.isUnclaimed, !profile.text.isEmpty else { return found }
            try db.run(UserCacheSQL.directoryClaim, found.number, profile.name, profile.text)
            try db.run(UserCacheSQL.syncForgetMark, found.number)
            return try find(cache, in: db)
        }
        for other in try others(of: cache, in: db) { try other.clear(in: db) }
        try db.run(
            UserCacheSQL.directoryAdd, cache.server, cache.account, profile.name, profile.text)
        return try find(cache, in: db)
    }

    /// The directories that other texts of the same profile read.
    static func others(of cache: UserCache, in db: Connection) throws(StoreError) -> [DirectoryRow]
    {
        var others: [DirectoryRow] = []
        try db.each(
            UserCacheSQL.directoryOthers, cache.server, cache.account, cache.profile.name,
            cache.profile.text
        ) { others.append(DirectoryRow($0)) }
        return others
    }

    /// Removes everyone, and what is known of syncs.
    func clear(in db: Connection) throws(StoreError) {
        try removeEveryone(in: db)
        try db.run(UserCacheSQL.syncRemove, number)
    }

    /// Removes those of `people` (nil: everyone) who were last seen before a generation, with their index entries.
    @discardableResult
    func remove(
        _ people: ClosedRange<Int64>? = nil, seenBefore generation: Int64, in db: Connection
    ) throws(StoreError) -> Int {
        let (first, last) = people.map { ($0.lowerBound, $0.upperBound) } ?? numbers
        try db.run(UserCacheSQL.wordsRemoveUnseen, first, last, generation)
        let removed = try db.run(UserCacheSQL.personRemove, first, last, generation)
        if removed > 0 { try db.run(UserCacheSQL.directoryFewerPeople, number, removed) }
        return removed
    }

    /// Notes that there are more people, who were fetched at a time.
    func add(people count: Int, fetchedAt time: Int64, in db: Connection) throws(StoreError) {
        if count > 0 { try db.run(UserCacheSQL.directoryMorePeople, number, count, time) }
    }

    /// Counts everyone, and looks who was fetched the longest ago. Reads a time of each person.
    func recount(in db: Connection) throws(StoreError) {
        let (first, last) = numbers
        try db.run(UserCacheSQL.directoryRecount, number, first, last)
    }

    /// Removes everyone, with their index entries.
    ///
    /// Where nobody of another directory is in the file, the index is emptied at once: to take a million
    /// people out of it one by one took ten seconds.
    private func removeEveryone(in db: Connection) throws(StoreError) {
        let (first, last) = numbers
        let hasOthers =
            try db.first(UserCacheSQL.personOthers, first, last) { $0.integer(0) != 0 } ?? false
        if hasOthers {
            try remove(seenBefore: .max, in: db)
        } else {
            try db.run(UserCacheSQL.wordsRemoveAll)
            try db.run(UserCacheSQL.visitRemoveAll, first, last)
            try db.run(UserCacheSQL.personRemoveAll, first, last)
            try recount(in: db)
        }
    }

    /// When whoever was fetched the longest ago was fetched; nil for nobody. Reads a time of each person.
    func exactOldestFetch(in db: Connection) throws(StoreError) -> Int64? {
        let (first, last) = numbers
        return try db.first(UserCacheSQL.visitOldest, first, last) { $0.integerIfAny(0) } ?? nil
    }

    /// Removes one person with their index entry; false when there was none.
    func remove(_ id: User.ID, in db: Connection) throws(StoreError) -> Bool {
        let found = try db.first(UserCacheSQL.personKnown, number, id.rawValue) {
            UserRow.number($0)
        }
        guard let found else { return false }
        return try remove(found...found, seenBefore: .max, in: db) > 0
    }
}

/// The number of a directory's row, once it is known: it never changes.
final class KnownDirectory: Sendable {
    /// 0 while it isn't known.
    private let number = Atomic<Int64>(0)

    /// The number; nil while there is no row.
    func number(of cache: UserCache, in db: Connection) throws(StoreError) -> Int64? {
        let known = number.load(ordering: .relaxed)
        if known != 0 { return known }
        guard let found = try DirectoryRow.find(cache, in: db) else { return nil }
        // One that is not claimed may become another profile's.
        if !found.isUnclaimed { number.store(found.number, ordering: .relaxed) }
        return found.number
    }

    /// The first and the last number that its people may have.
    func numbers(
        of cache: UserCache, in db: Connection
    ) throws(StoreError) -> (first: Int64, last: Int64)? {
        try number(of: cache, in: db).map { DirectoryRow.numbers(of: $0) }
    }
}

/// The right to write what is about to be fetched, taken before the server is asked.
///
/// A logout ends it: an answer that arrives later must not bring people back.
package struct CacheTicket: Sendable, Hashable {
    fileprivate var epoch: Int64

    /// The directory's row, if the ticket is still good.
    func directory(
        of cache: UserCache, in db: Connection, adding: Bool = true
    ) throws(StoreError) -> DirectoryRow? {
        var directory = try DirectoryRow.find(cache, in: db)
        if adding, directory?.isUnclaimed ?? (epoch == 0) {
            directory = try DirectoryRow.findOrAdd(cache, in: db)
        }
        return directory?.epoch == epoch ? directory : nil
    }
}

extension UserCache {
    /// Takes a ticket; costs a read of one row.
    package func ticket() throws(StoreError) -> CacheTicket {
        try store.read { db throws(StoreError) in
            CacheTicket(epoch: try DirectoryRow.find(self, in: db)?.epoch ?? 0)
        }
    }
}

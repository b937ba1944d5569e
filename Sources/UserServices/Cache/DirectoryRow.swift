package import SluiceStore
import Users

/// The row of a directory, and the range of numbers that its people have.
struct DirectoryRow {
    var number: Int64
    var epoch: Int64

    /// How many bits of a person's number count the people of one directory.
    private static let bits: Int64 = 40

    /// The numbers that its people may have.
    var range: ClosedRange<Int64> {
        let first = number << Self.bits
        return first...(first + (1 << Self.bits) - 1)
    }

    /// The first and the last of them, to bind.
    var numbers: (first: Int64, last: Int64) { (range.lowerBound, range.upperBound) }

    static func find(_ cache: UserCache, in db: Connection) throws(StoreError) -> DirectoryRow? {
        try db.first(UserCacheSQL.directoryFind, cache.server, cache.account) {
            DirectoryRow(number: $0.integer(0), epoch: $0.integer(1))
        }
    }

    static func findOrAdd(_ cache: UserCache, in db: Connection) throws(StoreError) -> DirectoryRow
    {
        if let found = try find(cache, in: db) { return found }
        try db.run(UserCacheSQL.directoryAdd, cache.server, cache.account)
        return DirectoryRow(number: db.lastInsertedRow, epoch: 0)
    }

    /// Removes those of `people` (nil: everyone) who were last seen before a generation, with their index entries.
    @discardableResult
    func remove(
        _ people: ClosedRange<Int64>? = nil, seenBefore generation: Int64, in db: Connection
    ) throws(StoreError) -> Int {
        let people = people ?? range
        let (first, last) = (people.lowerBound, people.upperBound)
        try db.run(UserCacheSQL.wordsRemoveUnseen, first, last, generation)
        return try db.run(UserCacheSQL.personRemove, first, last, generation)
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
        if directory == nil, adding, epoch == 0 {
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

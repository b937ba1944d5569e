package import SluiceStore
package import Users

/// What a write of fetched people did, exactly; a person who was delivered twice counts once.
package struct UpsertCounts: Sendable, Hashable {
    /// People who were not cached.
    package var inserted = 0
    /// People of whom a delivered field differs.
    package var changed = 0
    /// People who are as they were.
    package var unchanged = 0
    /// People whom two full syncs did not see.
    package var removed = 0
    /// People who were not written, since the account was logged out, or a newer sync begun, after they were asked for.
    package var discarded = 0

    package init(
        inserted: Int = 0, changed: Int = 0, unchanged: Int = 0, removed: Int = 0,
        discarded: Int = 0
    ) {
        self.inserted = inserted
        self.changed = changed
        self.unchanged = unchanged
        self.removed = removed
        self.discarded = discarded
    }

    /// How many people were written, or found to be as they were.
    var people: Int { inserted + changed + unchanged }

    package static func += (sum: inout Self, more: Self) {
        sum.inserted += more.inserted
        sum.changed += more.changed
        sum.unchanged += more.unchanged
        sum.removed += more.removed
        sum.discarded += more.discarded
    }
}

extension UserCache {
    /// Writes fetched people, all or none, each with its index entry; those who are unchanged only get a new time.
    ///
    /// - Parameters:
    ///   - fields: what the endpoint delivers. A delivered nil blanks a field, and a field that isn't
    ///     delivered keeps what is cached of it.
    ///   - lacking: what it doesn't deliver of some of them.
    ///   - isDetail: whether each was asked for alone, and all is told of them that there is.
    ///   - now: when they were fetched; milliseconds since 1970.
    package func upsert(
        _ users: [User], delivering fields: UserFields, lacking: [User.ID: UserFields] = [:],
        isDetail: Bool = false, ticket: CacheTicket, now: Int64
    ) async throws(StoreError) -> UpsertCounts {
        try await store.write { db throws(StoreError) in
            guard let directory = try ticket.directory(of: self, in: db) else {
                return UpsertCounts(discarded: users.count)
            }
            let generation = try SyncRow.find(directory, in: db)?.generation ?? 0
            if isDetail { for user in users { try noteDetail(of: user.id, now: now, in: db) } }
            return try UpsertBatch.write(
                users, delivering: fields, lacking: lacking, to: directory, generation: generation,
                now: now, in: db)
        }
    }
}

/// The write of one batch of people, inside a transaction.
struct UpsertBatch {
    private let directory: DirectoryRow
    private let fields: UserFields
    private let lacking: [User.ID: UserFields]
    private let known: Statement
    private let insert: Statement
    private let addWords: Statement
    private let db: Connection

    private var counts = UpsertCounts()
    private var nextNumber: Int64
    /// The numbers of people who were cached before.
    private var met: [Int64] = []
    private var ids: Set<User.ID> = []

    /// Writes people, and marks them as fetched.
    static func write(
        _ users: [User], delivering fields: UserFields, lacking: [User.ID: UserFields],
        to directory: DirectoryRow, generation: Int64, now: Int64, in db: Connection
    ) throws(StoreError) -> UpsertCounts {
        var batch = try UpsertBatch(directory, fields, lacking, db)
        let firstNew = batch.nextNumber
        batch.ids.reserveCapacity(users.count)
        // What the last one was, the next most likely is too: a first sync looks nobody up.
        var expectsNew = false
        for user in users where batch.ids.insert(user.id).inserted {
            let attributes = AttributesText.encoded(user.attributes)
            if expectsNew, try batch.add(user, attributes) { continue }
            let isKnown = try batch.compare(user, attributes)
            if !isKnown { _ = try batch.add(user, attributes) }
            expectsNew = !isKnown
        }
        if batch.nextNumber > firstNew {
            try db.run(UserCacheSQL.visitAdd, firstNew, batch.nextNumber - 1, now, generation)
        }
        try directory.add(people: batch.counts.inserted, fetchedAt: now, in: db)
        try batch.markMet(generation: generation, now: now)
        return batch.counts
    }

    private init(
        _ directory: DirectoryRow, _ fields: UserFields, _ lacking: [User.ID: UserFields],
        _ db: Connection
    ) throws(StoreError) {
        self.directory = directory
        self.fields = fields
        self.lacking = lacking
        self.db = db
        known = try db.statement(UserCacheSQL.personKnown)
        insert = try db.statement(UserCacheSQL.personInsert)
        addWords = try db.statement(UserCacheSQL.wordsAdd)
        let (first, last) = directory.numbers
        let highest = try db.first(UserCacheSQL.personLast, first, last) { $0.integerIfAny(0) }
        nextNumber = (highest ?? nil).map { $0 + 1 } ?? first
    }

    /// Adds someone; false when they are cached already, and nothing is done.
    private mutating func add(_ user: User, _ attributes: String?) throws(StoreError) -> Bool {
        let words = UserRow.words(of: user)
        try insert.bind(nextNumber, at: 1)
        try insert.bind(directory.number, at: 2)
        try insert.bind(user.id.rawValue, at: 3)
        try UserRow.bind(user, words: words, attributes: attributes, to: insert)
        try insert.run()
        guard db.changes > 0 else { return false }
        try addWords.bind(nextNumber, at: 1)
        try addWords.bind(words, at: 2)
        try addWords.run()
        nextNumber += 1
        counts.inserted += 1
        return true
    }

    /// Compares someone with what is cached, and writes what differs; false when they are not cached.
    private mutating func compare(_ user: User, _ attributes: String?) throws(StoreError) -> Bool {
        try known.bind(directory.number, at: 1)
        try known.bind(user.id.rawValue, at: 2)
        let fields = lacking[user.id].map(fields.subtracting) ?? fields
        let found = try known.first { row in
            let isSame = UserRow.holds(user, attributes, delivering: fields, in: row)
            return (
                number: UserRow.number(row),
                old: isSame ? nil : (user: UserRow.user(row), words: UserRow.words(row))
            )
        }
        guard let found else { return false }
        met.append(found.number)
        // Attributes are compared as one text, though of some of them nothing may have been delivered.
        if let old = found.old,
            case let merged = UserRow.merged(old.user, user, delivering: fields), merged != old.user
        {
            try update(found.number, to: merged, oldWords: old.words)
            counts.changed += 1
        } else {
            counts.unchanged += 1
        }
        return true
    }

    private func update(
        _ number: Int64, to user: User, oldWords: String
    ) throws(StoreError) {
        let words = UserRow.words(of: user)
        let update = try db.statement(UserCacheSQL.personUpdate)
        try update.bind(number, at: 1)
        try UserRow.bind(
            user, words: words, attributes: AttributesText.encoded(user.attributes), to: update)
        try update.run()
        if words != oldWords {
            try db.run(UserCacheSQL.wordsRemove, number, oldWords)
            try db.run(UserCacheSQL.wordsAdd, number, words)
        }
    }

    /// Marks the people who were cached before, a run of consecutive numbers at a time: a server's page mostly is one.
    private mutating func markMet(generation: Int64, now: Int64) throws(StoreError) {
        met.sort()
        var start = met.startIndex
        while start < met.endIndex {
            var end = start
            while end + 1 < met.endIndex, met[end + 1] == met[end] + 1 { end += 1 }
            try db.run(UserCacheSQL.visitMark, met[start], met[end], now, generation)
            start = end + 1
        }
    }
}

package import SluiceStore
package import Users

import Schema

/// The people of one directory as they are cached: a server, as seen by one account through one profile.
///
/// A value that costs an allocation to make. Reads of one person run on the caller's thread, in
/// microseconds; all else leaves the caller's actor. Nothing here asks a server or reads a clock.
///
/// ```swift
/// let cache = UserCache(store, server: "https://dir.example", account: "ana")
/// let ticket = try cache.ticket()                 // before the request
/// let counts = try await cache.upsert(users, delivering: fields, ticket: ticket, now: now)
/// ```
package struct UserCache: Sendable {
    package let store: Store
    package let server: String
    package let account: String
    /// By whose rules the people were read; what others read is not theirs.
    package let profile: ProfileIdentity
    let known = KnownDirectory()

    /// The cache of a server and an account, which is "" when nobody is logged in.
    package init(
        _ store: Store, server: String, account: String, profile: ProfileIdentity = .init()
    ) {
        self.store = store
        self.server = server
        self.account = account
        self.profile = profile
    }

    /// Opens the file of the cache, whatever its state: see `Store.openOrReplace`. Its `notices` are for the person.
    package static func openStore(
        _ location: StoreLocation, options: StoreOptions = .init()
    ) throws(StoreError) -> Store {
        var options = options
        options.applicationID = Schema.applicationID
        let migrations = Schema.migrations.map {
            Migration(version: $0.version, sql: SQL(embedded: $0.sql))
        }
        return try Store.openOrReplace(location, migrations: migrations, options: options)
    }

    // MARK: Reading one person

    /// The person with exactly this id, or nil.
    package func user(id: User.ID) throws(StoreError) -> User? {
        try store.read { db throws(StoreError) in
            guard let directory = try known.number(of: self, in: db) else { return nil }
            return try db.first(UserCacheSQL.userByID, directory, id.rawValue) { UserRow.user($0) }
        }
    }

    /// Those with exactly this username: several, if the server allows it; at most `limit`.
    package func users(username: String, limit: Int = 10) throws(StoreError) -> [User] {
        try named(username, username: username, email: nil, limit: limit)
    }

    /// Those with exactly this e-mail address, the case of ASCII letters aside; at most `limit`.
    package func users(email: String, limit: Int = 10) throws(StoreError) -> [User] {
        try named(email, username: nil, email: email, limit: limit)
    }

    private func named(
        _ name: String, username: String?, email: String?, limit: Int
    ) throws(StoreError) -> [User] {
        try store.snapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return [] }
            let (first, last) = directory.numbers
            var users: [User] = []
            // The index of words narrows it to a few people: an index of names would cost every sync.
            if let words = SearchWords.exactQuery(name) {
                try db.each(
                    UserCacheSQL.userByName, words, first, last, username, email, limit
                ) { users.append(UserRow.user($0)) }
            } else {
                try db.each(UserCacheSQL.userByNameScan, first, last, username, email, limit) {
                    users.append(UserRow.user($0))
                }
            }
            return users
        }
    }

    // MARK: The state

    /// As many as can be looked through in a millisecond.
    private static let fewPeople = 10_000

    /// What the cache holds of this directory.
    ///
    /// Reads two rows, in microseconds; of a small cache that was never complete, its people's times too.
    package func state() async throws(StoreError) -> UserCacheState {
        try await store.backgroundSnapshot { db throws(StoreError) in
            var state = UserCacheState()
            guard let directory = try DirectoryRow.find(self, in: db) else { return state }
            state.people = directory.people
            state.oldestFetch = directory.oldestFetch
            if let sync = try SyncRow.find(directory, in: db) {
                state.total = sync.total
                state.completedAt = sync.completedAt
                state.isSyncing = sync.isRunning && sync.completedAt == nil
            }
            // What was looked at one by one has an oldest one that changes with each look.
            if state.completedAt == nil, state.people <= Self.fewPeople {
                state.oldestFetch = try directory.exactOldestFetch(in: db)
            }
            return state
        }
    }

    /// Removes everyone of this account, and makes every ticket worthless: what was asked for before isn't written.
    package func purge() async throws(StoreError) {
        try await store.write { db throws(StoreError) in
            guard let directory = try DirectoryRow.findOrAdd(self, in: db) else { return }
            let others = try DirectoryRow.others(of: self, in: db)
            try StoredResponses.removeAll(in: responseScope, of: store, in: db)
            try forgetDetails(in: db)
            try forgetSkipped(in: db)
            for directory in [directory] + others {
                try directory.clear(in: db)
                try db.run(UserCacheSQL.directoryEndEpoch, directory.number)
            }
        }
    }

    /// Removes one person, whom the server no longer has; false when they weren't cached.
    @discardableResult
    package func remove(id: User.ID, ticket: CacheTicket) async throws(StoreError) -> Bool {
        try await store.write { db throws(StoreError) in
            guard let directory = try ticket.directory(of: self, in: db, adding: false) else {
                return false
            }
            return try directory.remove(id, in: db)
        }
    }
}

/// What the cache holds of one directory.
package struct UserCacheState: Sendable, Hashable {
    /// People who are cached.
    package var people = 0
    /// How many the server has, where it said so in a sync.
    package var total: Int?
    /// Nobody was fetched before that; milliseconds since 1970. Exact in a small partial cache, and when
    /// a full sync has ended; later, whoever it was may have been fetched again.
    package var oldestFetch: Int64?
    /// When the last complete sync ended; nil when there was none, so that the cache is partial.
    package var completedAt: Int64?
    /// Whether a sync was begun and none has ever ended, so that whoever is missing was never seen:
    /// it runs, or was cut off.
    package var isSyncing = false
}

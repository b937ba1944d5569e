package import SluiceStore
package import Users

/// Which cached people, in which order.
package struct UserCacheQuery: Sendable, Hashable {
    /// The conditions, all of which hold.
    package var conditions = Conditions()
    /// The field to sort by; nil is the order in which they came from the server.
    package var sort: UserField?
    /// How many to leave out at the start.
    package var offset = 0
    /// How many to give at most; nil is all.
    package var limit: Int?

    package init(sort: UserField? = nil, offset: Int = 0, limit: Int? = nil) {
        self.sort = sort
        self.offset = offset
        self.limit = limit
    }

    /// Adds a condition: the field's text contains `text`, without regard to case and accents.
    package mutating func add(_ field: UserField, contains text: String) {
        conditions.add(column: field.column, contains: text)
    }
}

/// Some people, and where those after them begin.
package struct UserBatch: Sendable, Hashable {
    package var users: [User] = []
    /// The place to go on after; nil when there is nobody.
    package var last: Int64?
}

extension UserCache {
    /// Gives people one by one as they are read, so that any number takes little memory.
    ///
    /// All are of one state of the cache. As long as it runs, the file's log can't be cut back.
    package func each(
        _ query: UserCacheQuery, _ body: @Sendable (User) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await store.backgroundSnapshot { db throws(StoreError) in try each(query, in: db, body)
        }
    }

    /// The next people in the order in which they came, in a read of its own.
    ///
    /// For going through any number of them slowly: nothing is held between two batches, and who is
    /// there all the while is given exactly once.
    ///
    /// - Parameter place: the `last` of the batch before; nil at the start.
    package func batch(
        _ conditions: Conditions, after place: Int64?, limit: Int
    ) async throws(StoreError) -> UserBatch {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return UserBatch() }
            let (first, last) = directory.numbers
            var batch = UserBatch()
            try db.each(
                UserCacheSQL.userList, place.map { $0 + 1 } ?? first, last, conditions.bound,
                limit, 0
            ) { row in
                batch.users.append(UserRow.user(row))
                batch.last = UserRow.number(row)
            }
            return batch
        }
    }

    /// Those of some people, in the order of their ids, who are cached and meet the conditions.
    package func users(
        _ ids: [User.ID], _ conditions: Conditions
    ) async throws(StoreError) -> [User] {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return [] }
            var users: [User] = []
            for id in ids {
                var number: Int64?
                try db.each(UserCacheSQL.userByID, directory.number, id.rawValue) { row in
                    number = UserRow.number(row)
                    if conditions.bound == nil { users.append(UserRow.user(row)) }
                }
                guard let number, let bound = conditions.bound else { continue }
                try db.each(UserCacheSQL.userList, number, number, bound, 1, 0) {
                    users.append(UserRow.user($0))
                }
            }
            return users
        }
    }

    /// People as a list.
    package func users(_ query: UserCacheQuery) async throws(StoreError) -> [User] {
        try await store.backgroundSnapshot { db throws(StoreError) in
            var users: [User] = []
            try each(query, in: db) { users.append($0) }
            return users
        }
    }

    /// How many people meet the query's conditions, its offset and limit aside.
    package func count(_ query: UserCacheQuery = .init()) async throws(StoreError)
        -> Int
    {
        try await store.backgroundSnapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return 0 }
            let (first, last) = directory.numbers
            return try db.first(UserCacheSQL.userCount, first, last, query.conditions.bound) {
                Int($0.integer(0))
            } ?? 0
        }
    }

    /// Ids and usernames that begin with `prefix`, for completion.
    package func completions(prefix: String, limit: Int) throws(StoreError) -> [String] {
        try store.snapshot { db throws(StoreError) in
            guard let directory = try DirectoryRow.find(self, in: db) else { return [] }
            let (first, last) = directory.numbers
            var names: [String] = []
            try db.each(
                UserCacheSQL.userByIDPrefix, directory.number, prefix, prefix + "\u{10FFFF}", limit
            ) { names.append(UserRow.user($0).id.rawValue) }
            if let words = SearchWords.prefixQuery(prefix) {
                try db.each(UserCacheSQL.userSearch, words, first, last, limit) { row in
                    if let name = UserRow.user(row).username, name.hasPrefix(prefix) {
                        names.append(name)
                    }
                }
            }
            return Array(names.prefix(limit))
        }
    }

    private func each(
        _ query: UserCacheQuery, in db: Connection, _ body: (User) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let directory = try DirectoryRow.find(self, in: db) else { return }
        let (first, last) = directory.numbers
        let limit = query.limit ?? -1  // SQLite's "no limit"
        if let sort = query.sort {
            try db.each(
                UserCacheSQL.userListSorted, first, last, query.conditions.bound, limit,
                query.offset, sort.rawValue
            ) { row throws(StoreError) in try body(UserRow.user(row)) }
        } else {
            try db.each(
                UserCacheSQL.userList, first, last, query.conditions.bound, limit, query.offset
            ) { row throws(StoreError) in try body(UserRow.user(row)) }
        }
    }
}

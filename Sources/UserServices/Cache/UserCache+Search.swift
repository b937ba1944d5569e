package import SluiceStore
package import Users

extension UserCache {
    /// How many people are looked at one by one before the index has to put together all who match.
    ///
    /// It has the beginnings of three letters ready. For a longer one it collects every match first,
    /// which for a word that a million people have takes 100 ms.
    private static let nearest = 1000

    /// People whom the typed words begin a word of: in username, display name or e-mail address, case and accents aside.
    ///
    /// No text is an error, and one that says nothing finds nobody. Those who have a typed word whole
    /// come first. A text without letters and digits, such as an emoji, is looked for in the first
    /// 100,000 people.
    @concurrent
    package func search(
        _ text: String, limit: Int = 20
    ) async throws(StoreError) -> [User] {
        guard limit > 0, text.contains(where: { !$0.isWhitespace }) else { return [] }
        guard let prefixes = SearchWords.prefixQuery(text),
            let words = SearchWords.exactQuery(text)
        else {
            return try await store.backgroundSnapshot { db throws(StoreError) in
                try scan(for: text, limit, db)
            }
        }
        // Shorter than a hop to another thread takes.
        return try store.snapshot { db throws(StoreError) in
            guard let (first, last) = try known.numbers(of: self, in: db) else { return [] }
            var hits = SearchHits(limit: limit, sought: TextFolding.folded(text))
            try db.each(UserCacheSQL.userSearch, words, first, last, limit) { hits.add($0) }
            if !hits.isFull, let near = SearchWords.nearQuery(text) {
                hits.nextQuery()
                try db.each(
                    UserCacheSQL.userSearchNear, near.query, first, last, Self.nearest, limit,
                    near.words
                ) { hits.add($0) }
            }
            if !hits.isFull {
                hits.nextQuery()
                try db.each(UserCacheSQL.userSearch, prefixes, first, last, limit) { hits.add($0) }
            }
            return hits.ranked()
        }
    }

    private func scan(
        for text: String, _ limit: Int, _ db: Connection
    ) throws(StoreError) -> [User] {
        guard let directory = try DirectoryRow.find(self, in: db) else { return [] }
        let (first, last) = directory.numbers
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let start = words.first?.startIndex, let end = words.last?.endIndex else { return [] }
        var users: [User] = []
        try db.each(
            UserCacheSQL.userSearchScan, first, last, String(text[start..<end]), 100_000, limit
        ) { users.append(UserRow.user($0)) }
        return users
    }
}

/// The hits of a search, a bounded number of them: to rank every match of a letter would cost a second.
private struct SearchHits {
    private let limit: Int
    private let sought: [UInt8]
    private var users: [User] = []
    /// Those whom an earlier query gave.
    private var earlier: Set<Int64> = []
    /// Where each is in `users`, by what decides the order.
    private var order: [(rank: Int, number: Int64, place: Int)] = []

    init(limit: Int, sought: String) {
        self.limit = limit
        self.sought = Array(sought.utf8)
    }

    /// Whether more would not be given.
    var isFull: Bool { users.count >= limit }

    /// What comes now is from another query, which may give the same people again.
    mutating func nextQuery() {
        if !order.isEmpty { earlier = Set(order.map(\.number)) }
    }

    mutating func add(_ row: borrowing Row) {
        let number = UserRow.number(row)
        guard !isFull, earlier.isEmpty || !earlier.contains(number) else { return }
        let user = UserRow.user(row)
        order.append((rank(user), number, users.count))
        users.append(user)
    }

    /// The name that is the text first, then names that begin with it, then the others; equal ones as they came.
    consuming func ranked() -> [User] {
        order.sort { ($0.rank, $0.number) < ($1.rank, $1.number) }
        return order.map { users[$0.place] }
    }

    private func rank(_ user: User) -> Int {
        var rank = 2
        for case let name? in [user.username, user.displayName, user.email] {
            switch TextFolding.beginning(of: name, is: sought) {
            case .whole: return 0
            case .part: rank = 1
            case .no: break
            }
        }
        return rank
    }
}

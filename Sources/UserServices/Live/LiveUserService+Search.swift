import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// People who match a text: the server's search where there is one, else the cache.
    @concurrent
    func search(
        for query: SearchQuery, _ freshness: Freshness
    ) async throws(ServiceError) -> Answer<[User]> {
        let text = query.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { throw ServiceError(.usage, "What to search for is missing") }
        guard query.limit > 0 else { return answer([]) }
        let scope = scope
        let searchCache = { () async throws(ServiceError) -> CachedAnswer<[User]> in
            try await cachedSearch(text, limit: query.limit, scope)
        }
        if profile.searches.isEmpty, freshness == .fresh {
            // The server can't be asked for some of them, but for everyone.
            let report = try await syncAll(restart: false)
            let kept = try await searchCache()
            return answer(kept.value, notices: Self.notices(for: report) + kept.notices)
        }
        if profile.searches.isEmpty {
            return try await searchCache().answer(
                freshness == .offline ? .offline : .cache, at: now())
        }
        return try await serve(
            freshness, scope,
            cached: { () async throws(ServiceError) in
                let kept = try await searchCache()
                // Nothing found in a cache that knows nobody says nothing.
                return kept.freshSince == nil && kept.fetchedAt == nil ? nil : kept
            },
            ask: { scope async throws(ServiceError) in
                let found = try await fetchSearch(text, limit: query.limit, scope)
                var notices = Self.notices(for: found.skipped)
                if let cap = found.cap {
                    notices.append(
                        "This profile asks a search for at most \(cap) people, and there may be more"
                    )
                }
                if Self.isUnheard(text, found.users) {
                    notices.append(
                        "Nothing that these people show has \(Echo.quoted(text)) in it: the server "
                            + "searches in other fields, or doesn't heed the text")
                }
                return answer(
                    Array(found.users.exactFirst(text).prefix(query.limit)), notices: notices)
            })
    }

    /// Whether a server gives people who have nothing to do with a text, as far as can be seen: many
    /// leave a parameter out that they don't know, and give everyone.
    private static func isUnheard(_ text: String, _ users: [User]) -> Bool {
        let words = text.split(separator: " ").map { TextFolding.folded(String($0)) }
        return users.count > 1 && !users.contains { $0.shows(anyOf: words) }
    }

    /// Searches the cache, and says how many people that covers.
    private func cachedSearch(
        _ text: String, limit: Int, _ scope: Scope
    ) async throws(ServiceError) -> CachedAnswer<[User]> {
        let (users, state) = try await cached { () async throws(StoreError) in
            (try await scope.cache.search(text, limit: limit), try await scope.cache.state())
        }
        return CachedAnswer(
            value: users,
            fetchedAt: users.compactMap(\.fetchedAt).min() ?? state.oldestFetch,
            freshSince: state.completedAt,
            notices: [
                state.people == 0 && state.completedAt == nil
                    ? "The cache is empty; `sluice sync` fetches everyone"
                    : "Searched the cache: \(state.coverage)"
            ])
    }

    /// Asks the server's search, and keeps the people it gives.
    func fetchSearch(
        _ text: String, limit: Int, _ scope: Scope
    ) async throws(ServiceError) -> UserList {
        let ticket = try cached { () throws(StoreError) in try scope.cache.ticket() }
        let found = try await ask(scope) { credential async throws(RequestError) in
            try await scope.api.search(text, limit: limit, as: credential)
        }
        try requireSomeone(found)
        try await keep(found, profile.searchFields, ticket, scope)
        return found
    }
}

extension UserCacheState {
    /// How many people the cache knows, of how many.
    var coverage: String {
        let known = Self.grouped(people)
        if completedAt != nil { return Self.people(people) }
        guard let total else { return "\(known) people, perhaps not everyone" }
        return "\(known) of \(Self.grouped(total)) people"
    }

    /// A number of people: `1 person`, `1,000 people`.
    static func people(_ count: Int) -> String {
        count == 1 ? "1 person" : "\(grouped(count)) people"
    }

    /// A number with a comma after each three digits: 1,000.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}

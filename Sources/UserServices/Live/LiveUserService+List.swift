import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// No list is longer; a number beyond is a slip of the finger.
    private static let lastPage = 1_000_000_000

    /// One page of people, or all of them.
    @concurrent
    func list(
        _ query: ListQuery, _ freshness: Freshness
    ) async throws(ServiceError) -> Answer<UserPage> {
        guard (1...Self.lastPage).contains(query.page) else {
            throw ServiceError(.usage, "There is no page \(query.page); the first one is 1")
        }
        if let size = query.perPage, size < 1 {
            throw ServiceError(.usage, "A page of \(size) people can't be; give 1 or more")
        }
        let rows = try CacheSelection(query)
        let pager = Pager(profile.list, size: query.perPage)
        let scope = scope
        let missing =
            query.page > 1
            ? Missing("Page \(query.page) of this list isn't in the cache") : Missing()
        var answer = try await serve(
            freshness, scope, missing: { missing },
            cached: { () async throws(ServiceError) in
                try await cachedPage(query, rows, pager, scope)
            },
            ask: { scope async throws(ServiceError) in
                if needsEveryone(query) {
                    let walk = WalkedPeople()
                    let report = try await syncAll(restart: false) { walk.meet($0) }
                    var page = try await page(query, rows, pager, scope).page
                    if query.all, query.sort == nil { page.users = walk.inOrder(page.users) }
                    page.skipped = report.skipped
                    return self.answer(page, notices: Self.notices(for: report))
                }
                return try await fetchPage(query, pager, scope)
            })
        if let asked = query.perPage, asked > pager.size, !query.all {
            answer.notices.append("This profile asks for at most \(pager.size) people a page")
        }
        return answer
    }

    /// Whether one page of the server's can't be the answer.
    private func needsEveryone(_ query: ListQuery) -> Bool {
        let sortsElsewhere = query.sort.map { profile.list.sortFields[$0] == nil } ?? false
        return query.all || !query.conditions.isEmpty || sortsElsewhere
    }

    // MARK: From the cache

    private func cachedPage(
        _ query: ListQuery, _ rows: CacheSelection, _ pager: Pager, _ scope: Scope
    ) async throws(ServiceError) -> CachedAnswer<UserPage>? {
        let (page, state) = try await page(query, rows, pager, scope)
        // Where a partial cache ends says nothing of where the list does.
        let isBeyond = !query.all && query.page > 1 && page.users.isEmpty
        guard state.completedAt != nil || state.people > 0 && !isBeyond else { return nil }
        return CachedAnswer(
            value: page, fetchedAt: page.users.compactMap(\.fetchedAt).min() ?? state.oldestFetch,
            freshSince: state.completedAt, notices: state.gaps)
    }

    private func page(
        _ query: ListQuery, _ rows: CacheSelection, _ pager: Pager, _ scope: Scope
    ) async throws(ServiceError) -> (page: UserPage, state: UserCacheState) {
        try await cached { () async throws(StoreError) in
            let state = try await scope.cache.state()
            let count =
                query.conditions.isEmpty
                ? state.people : try await scope.cache.count(rows.query())
            if query.all {
                let users = try await scope.cache.users(rows.query())
                return (UserPage(users: users, total: count), state)
            }
            let before = (query.page - 1) * pager.size
            let users = try await scope.cache.users(
                rows.query(offset: before, limit: pager.size))
            // Of a partial cache, what the server said is nearer to the truth.
            let total =
                query.conditions.isEmpty && state.completedAt == nil ? state.total ?? count : count
            return (
                UserPage(
                    users: users, page: query.page, total: total,
                    hasNext: before + users.count < count), state
            )
        }
    }

    // MARK: From the server

    /// Asks for one page; where pages only lead to the next one, for those before it too.
    private func fetchPage(
        _ query: ListQuery, _ pager: Pager, _ scope: Scope
    ) async throws(ServiceError) -> Answer<UserPage> {
        let ticket = try cached { () throws(StoreError) in try scope.cache.ticket() }
        let fields = profile.listFields
        var token = pager.jump(to: query.page)
        var left = token == nil ? query.page - 1 : 0
        token = token ?? pager.first
        var page: FetchedPage?
        while let current = token {
            let fetched = try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.page(current, pager, sort: query.sort, as: credential)
            }
            try await keep(fetched.list, fields, ticket, scope)
            page = fetched
            if left == 0 { break }
            left -= 1
            token = fetched.next
            // The list ended before the page that was asked for.
            if token == nil { page = nil }
        }
        if let page { try requireSomeone(page.list) }
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        let repeated = page?.list.repeated(at: profile.list.people.items.text) ?? []
        let skipped = (page?.list.skipped ?? []) + repeated
        var notices = Self.notices(for: skipped)
        if page?.isCut == true {
            notices.append("The server says that there are more people, and not where")
        }
        var users = page?.list.distinct ?? []
        var hasNext = page?.next != nil
        if case .none = profile.list.paging.style {
            let before = (query.page - 1) * pager.size
            hasNext = before + pager.size < users.count
            users = Array(users.dropFirst(before).prefix(pager.size))
        }
        // A short page at the end of what was counted before is the last one.
        if page?.total == nil, let total = state.total, users.count < pager.size,
            pager.isNumbered, (query.page - 1) * pager.size + users.count >= total
        {
            hasNext = false
        }
        return answer(
            UserPage(
                users: users, page: query.page, total: page?.total ?? state.total,
                hasNext: hasNext, skipped: skipped),
            notices: notices)
    }
}

/// The conditions and the order of a list, with their fields' names checked.
struct CacheSelection: Sendable {
    private let conditions: [(field: UserField, text: String)]
    private let sort: UserField?

    /// Fails with `usage` for a name that is no field.
    init(_ query: ListQuery) throws(ServiceError) {
        var conditions: [(field: UserField, text: String)] = []
        for condition in query.conditions {
            let field = try Self.field(condition.field)
            conditions.append((field, Self.text(condition.text, of: field)))
        }
        self.conditions = conditions
        if let name = query.sort { sort = try Self.field(name) } else { sort = nil }
    }

    /// Whether someone is active is kept as `true` or `false`, and shown to a person as yes or no.
    private static func text(_ text: String, of field: UserField) -> String {
        switch (field, text.lowercased()) {
        case (.isActive, "yes"): "true"
        case (.isActive, "no"): "false"
        default: text
        }
    }

    private static func field(_ name: String) throws(ServiceError) -> UserField {
        if let field = UserField(rawValue: name) { return field }
        let names = UserField.allCases.map(\.rawValue)
        let nearest = Nearest.word(to: name, in: names).map { "Did you mean \($0)?" }
        throw ServiceError(
            .usage, "\(Echo.quoted(name)) is not a field of a person",
            hint: nearest ?? "The fields are \(names.joined(separator: ", ")).")
    }

    func query(offset: Int = 0, limit: Int? = nil) -> UserCacheQuery {
        var query = UserCacheQuery(sort: sort, offset: offset, limit: limit)
        for condition in conditions { query.add(condition.field, contains: condition.text) }
        return query
    }
}

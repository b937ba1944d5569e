import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// One person by id, else exact username, else exact e-mail address.
    @concurrent
    func find(_ who: String, _ freshness: Freshness) async throws(ServiceError) -> Answer<User> {
        guard who.contains(where: { !$0.isWhitespace }) else {
            throw ServiceError(.usage, "Whom to show is missing")
        }
        let scope = scope
        return try await serve(
            freshness, scope,
            missing: { () async throws(ServiceError) in try await missing(who, scope) },
            cached: { () async throws(ServiceError) in
                let matches = try cachedMatches(who, scope)
                if freshness == .offline { try refuseSeveral(matches, who) }
                guard matches.count == 1, let user = matches.first else { return nil }
                return CachedAnswer(
                    value: user, fetchedAt: user.fetchedAt,
                    freshSince: try wholeTime(of: user, scope))
            },
            ask: { scope async throws(ServiceError) in try await fetch(who, freshness, scope) })
    }

    /// That somebody isn't in the cache, and of how many.
    private func missing(_ who: String, _ scope: Scope) async throws(ServiceError) -> Missing {
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        let text = "\(Echo.quoted(who)) is not in the cache"
        guard state.completedAt != nil else { return Missing(text) }
        return Missing(
            "\(text), which holds everyone of the last sync: \(state.coverage)",
            hint: "Ask again online: somebody may have come since.")
    }

    /// When all that there is to tell of a cached person was fetched: what a list doesn't tell may be
    /// of long ago, or missing.
    private func wholeTime(of user: User, _ scope: Scope) throws(ServiceError) -> Int64? {
        guard profile.detailTellsMore else { return user.fetchedAt }
        return try cached { () throws(StoreError) in
            try scope.cache.detailTime(of: user.id, now: now())
        }
    }

    /// The cached people that WHO means.
    private func cachedMatches(_ who: String, _ scope: Scope) throws(ServiceError) -> [User] {
        try cached { () throws(StoreError) in
            if let user = try scope.cache.user(id: User.ID(who)) { return [user] }
            let named = try scope.cache.users(username: who)
            return named.isEmpty ? try scope.cache.users(email: who) : named
        }
    }

    /// Asks the server for the person that WHO means: by id, by a name the cache knows, by search.
    private func fetch(
        _ who: String, _ freshness: Freshness, _ scope: Scope
    ) async throws(ServiceError) -> Answer<User> {
        var refusal: ServiceError?
        if mayBeID(who) {
            do throws(ServiceError) {
                if let user = try await fetch(id: User.ID(who), freshness, scope) { return user }
            } catch {
                guard error.errorCode == .notFound else { throw error }
                refusal = error
            }
        }
        let known = try cachedMatches(who, scope)
        if known.count == 1, let id = known.first?.id, id.rawValue != who {
            do throws(ServiceError) {
                // The name may belong to somebody else by now.
                if let user = try await fetch(id: id, freshness, scope), user.value.isNamed(who) {
                    return user
                }
            } catch {
                guard error.errorCode == .notFound else { throw error }
                refusal = refusal ?? error
            }
        }
        let matches = try await searchNamed(who, scope)
        try refuseSeveral(matches, who)
        if let user = matches.first { return answer(user) }
        // Whom the search doesn't find by that: it may look elsewhere.
        try refuseSeveral(known, who)
        if refusal == nil, !searchTells(who) {
            try await requireEveryone(who, known, freshness, scope)
        }
        // Its own words, which may say more: that nobody of this name may be seen.
        let words = refusal?.status == nil ? nil : refusal?.message
        throw ServiceError(
            .notFound,
            "There is nobody called \(Echo.quoted(who))" + (words.map { ": \($0)" } ?? ""),
            hint: "`sluice search TEXT` finds people by what their names begin with.",
            status: refusal?.status,
            serverCode: refusal?.serverCode)
    }

    /// Fails, where nobody could be asked for a person, unless everyone is known here.
    private func requireEveryone(
        _ who: String, _ known: [User], _ freshness: Freshness, _ scope: Scope
    ) async throws(ServiceError) {
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        guard !known.isEmpty || state.completedAt == nil || freshness == .fresh else { return }
        throw ServiceError(
            .notCached,
            profile.detail == nil && profile.searches.isEmpty
                ? "\(Echo.quoted(who)) can't be asked for: this API only lists people"
                : "\(Echo.quoted(who)) can't be asked for by name: this API finds nobody by that",
            hint: "Fetch everyone with `sluice sync`; the cache answers then.")
    }

    /// Asks for one person by id and keeps the answer; nil where the profile can't. Who isn't there any
    /// more is removed from the cache.
    ///
    /// Where the server refuses this call, what it has just told in a list stands, with the refusal.
    private func fetch(
        id: User.ID, _ freshness: Freshness, _ scope: Scope
    ) async throws(ServiceError) -> Answer<User>? {
        guard let detail = profile.detail else { return nil }
        let ticket = try cached { () throws(StoreError) in try scope.cache.ticket() }
        let told: PersonAnswer?
        do throws(ServiceError) {
            told = try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.user(id.rawValue, as: credential)
            }
        } catch {
            guard error.refusesTheCall else { throw error }
            return try listed(id, freshness, scope, refusal: error)
        }
        switch told {
        case nil: return nil
        case .person(let user, let lacking)?:
            _ = try await keepDetail(user, detail, lacking: lacking, ticket, scope)
            // The row may know more than this call delivers.
            let row = try cached { () throws(StoreError) in try scope.cache.user(id: user.id) }
            return answer(row ?? user)
        case .nobody(let refusal)?:
            _ = try await cached { () async throws(StoreError) in
                try await scope.cache.remove(id: id, ticket: ticket)
            }
            throw ServiceError(
                .notFound, refusal?.message ?? "There is nobody with the id “\(id)”",
                status: refusal?.status, serverCode: refusal?.serverCode)
        }
    }

    /// What lists told of somebody whose own call the server refuses. Fails with the refusal where they
    /// told nothing, or that is too old to be served without asking: an older answer would hide it (P8).
    private func listed(
        _ id: User.ID, _ freshness: Freshness, _ scope: Scope, refusal: ServiceError
    ) throws(ServiceError) -> Answer<User> {
        let user = try cached { () throws(StoreError) in try scope.cache.user(id: id) }
        guard let user else { throw refusal }
        let kept = CachedAnswer(
            value: user.only(profile.namedFields), fetchedAt: user.fetchedAt,
            freshSince: user.fetchedAt)
        let wasAnswered = try cached { () throws(StoreError) in
            try scope.cache.detailTime(of: id, now: now()) != nil
        }
        guard case .cached(let maxAge) = freshness,
            kept.isFresh(at: now(), maxAge: maxAge ?? profile.freshFor),
            // In a partial list an absent key leaves what this call told when it still did.
            !(profile.isPartial && wasAnswered)
        else {
            var refusal = refusal
            let way = "--offline shows what is cached of them."
            refusal.hint = refusal.hint.map { "\($0) \(way)" } ?? way
            throw refusal
        }
        return kept.answer(.cache, at: now(), reason: refusal)
    }

    /// Whether a search could find somebody called so: a name that no search tells can't be found by it,
    /// and what has no @ is no address.
    private func searchTells(_ who: String) -> Bool {
        profile.finds(by: .username) || profile.finds(by: .email) && who.contains("@")
    }

    /// Those whom the server's search finds by exactly this username, else by exactly this address.
    private func searchNamed(_ who: String, _ scope: Scope) async throws(ServiceError) -> [User] {
        guard searchTells(who) else { return [] }
        let found = try await fetchSearch(who, limit: 20, scope).users
        let named = found.filter { $0.username == who }
        return named.isEmpty ? found.filter { $0.hasEmail(who) } : named
    }

    /// Writes fetched people into the cache.
    func keep(
        _ list: UserList, _ fields: UserFields, _ ticket: CacheTicket, _ scope: Scope
    ) async throws(ServiceError) {
        _ = try await cached { () async throws(StoreError) in
            try await scope.cache.upsert(
                list.users, delivering: fields, lacking: list.lacking, ticket: ticket, now: now())
        }
    }

    /// Writes somebody who was asked for alone into the cache.
    func keepDetail(
        _ user: User, _ detail: DetailEndpoint, lacking: UserFields, _ ticket: CacheTicket,
        _ scope: Scope
    ) async throws(ServiceError) -> UpsertCounts {
        try await cached { () async throws(StoreError) in
            try await scope.cache.upsert(
                [user], delivering: UserFields(detail.person.fields).subtracting(lacking),
                isDetail: profile.detailTellsMore, ticket: ticket, now: now())
        }
    }

    private func mayBeID(_ who: String) -> Bool {
        switch profile.idKind {
        case .text: true
        // Some give numbers below zero to their own accounts. A zero in front makes another id, which a
        // lenient server takes for that person's.
        case .number:
            isNumber(who.utf8.dropFirst(who.first == "-" ? 1 : 0))
        }
    }

    private func isNumber(_ digits: Substring.UTF8View) -> Bool {
        guard let first = digits.first, digits.count == 1 || first != 0x30 else { return false }
        return digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private func refuseSeveral(_ matches: [User], _ who: String) throws(ServiceError) {
        guard matches.count > 1 else { return }
        throw ServiceError(
            .ambiguous, "\(matches.count) people are called \(Echo.quoted(who))",
            hint: "Ask by id: \(matches.map(\.id.rawValue).joined(separator: ", ")).",
            matches: matches)
    }
}

extension ServiceError {
    /// Whether the server answered that this call isn't for this account, or that it has no such call:
    /// that says nothing of the person.
    fileprivate var refusesTheCall: Bool {
        switch errorCode {
        case .forbidden: true
        case .badStatus: status == 404 || status == 405
        default: false
        }
    }
}

extension User {
    /// Whether this is the person's exact username or e-mail address.
    fileprivate func isNamed(_ who: String) -> Bool { username == who || hasEmail(who) }

    /// Whether this is the person's address; its letters' case doesn't matter.
    fileprivate func hasEmail(_ address: String) -> Bool {
        email?.lowercased() == address.lowercased()
    }
}

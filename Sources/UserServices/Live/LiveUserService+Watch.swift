import SluiceFlow
import SluiceStore
import Users

extension LiveUserService {
    /// Tells of changes until it is cancelled, or fails in a way that would last.
    @concurrent
    func watchAll(
        _ query: WatchQuery, _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        let scope = scope
        let start = try await start(query, scope)
        // Before the first look, so that no change falls between the two.
        let watch = try cached { () throws(StoreError) in try store.watch(on: clock) }
        let marks = try await cached { () async throws(StoreError) in
            try await scope.cache.marks(of: start.id)
        }
        await tell(.began(people: marks.count))
        if let trouble = start.trouble { await tell(.trouble(trouble)) }
        let watching = Single<Void, ServiceError>("watch the cache") {
            () async throws(ServiceError) in
            try await watchCache(start.id, watch, from: marks, scope, tell)
        }
        guard let interval = query.interval else { return try await watching.value() }
        let asking = Single<Void, ServiceError>("ask the server") {
            () async throws(ServiceError) in
            try await keepAsking(start, every: .milliseconds(interval), tell)
        }
        try await Single.race(watching, asking, label: "watch").value()
    }

    /// What a watch begins with.
    private struct Start: Sendable {
        /// The person to watch; nil is everyone.
        var id: User.ID?
        /// Whether the server has just been asked, with or without success.
        var isAsked = true
        /// Why it gave no answer, where the cache stands in.
        var trouble: ServiceError?
    }

    /// Whom to watch, from the cache; from the server where that has nobody, or never was complete.
    ///
    /// A watch begins with a state, as each read does: fails where neither gives one.
    private func start(_ query: WatchQuery, _ scope: Scope) async throws(ServiceError) -> Start {
        if let who = query.who {
            let answer = try await find(who, query.interval == nil ? .offline : .cached())
            // It would end with this as soon as it asked.
            if answer.source == .cache, let refusal = answer.reason { throw refusal }
            return Start(
                id: answer.value.id, isAsked: answer.source != .cache,
                trouble: answer.source == .stale ? answer.reason : nil)
        }
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        guard query.interval != nil, state.completedAt == nil else { return Start(isAsked: false) }
        do throws(ServiceError) {
            _ = try await syncAll(restart: false)
            return Start()
        } catch {
            guard error.allowsStale, state.people > 0 else { throw error }
            return Start(trouble: error)
        }
    }

    private func watchCache(
        _ id: User.ID?, _ watch: StoreWatch, from marks: CacheMarks, _ scope: Scope,
        _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        var marks = marks
        while true {
            try await cached { () async throws(StoreError) in try await watch.change() }
            let now = try await cached { () async throws(StoreError) in
                try await scope.cache.marks(of: id)
            }
            try await self.tell(marks.difference(to: now), scope, tell)
            marks = now
        }
    }

    private func tell(
        _ difference: CacheDifference, _ scope: Scope,
        _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        for (id, kind) in difference.present {
            let user = try cached { () throws(StoreError) in try scope.cache.user(id: id) }
            // Who has gone since is told of next time.
            if let user { await tell(.change(UserChange(kind, user, at: now()))) }
        }
        for id in difference.removed {
            await tell(.change(UserChange(.removed, User(id: id), at: now())))
        }
    }

    /// Asks the server every so often, at once where it wasn't yet; what it answers goes into the
    /// cache, where it is noticed.
    private func keepAsking(
        _ start: Start, every interval: Duration,
        _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        var trouble = start.trouble?.errorCode
        var isAsked = start.isAsked
        while true {
            do {
                if isAsked { try await clock.sleep(for: interval) }
            } catch {
                throw ServiceError(.cancelled, "The watch was cancelled")
            }
            isAsked = true
            do throws(ServiceError) {
                if let id = start.id {
                    _ = try await find(id.rawValue, .fresh)
                } else {
                    _ = try await syncAll(restart: false)
                }
                trouble = nil
            } catch {
                switch error.errorCode {
                // Somebody else's sync does as well, and that a person is gone is a change.
                case .busy, .notFound: trouble = nil
                case let code where error.allowsStale:
                    if trouble != code { await tell(.trouble(error)) }
                    trouble = code
                default: throw error
                }
            }
        }
    }
}

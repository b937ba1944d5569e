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
        let id = try await watched(query, scope)
        let watching = Single<Void, ServiceError>("watch the cache") {
            () async throws(ServiceError) in
            try await watchCache(id, scope, tell)
        }
        guard let interval = query.interval else { return try await watching.value() }
        let asking = Single<Void, ServiceError>("ask the server") {
            () async throws(ServiceError) in
            try await keepAsking(id, every: .milliseconds(interval), tell)
        }
        try await Single.race(watching, asking, label: "watch").value()
    }

    /// The id of the person to watch; nil for everyone, who are fetched first if they never were.
    private func watched(_ query: WatchQuery, _ scope: Scope) async throws(ServiceError) -> User.ID?
    {
        if let who = query.who {
            return try await find(who, query.interval == nil ? .offline : .cached()).value.id
        }
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        if query.interval != nil, state.completedAt == nil {
            _ = try await syncAll(restart: false)
        }
        return nil
    }

    private func watchCache(
        _ id: User.ID?, _ scope: Scope,
        _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        // Before the first look, so that no change falls between the two.
        let watch = try cached { () throws(StoreError) in try store.watch(on: clock) }
        var marks = try await cached { () async throws(StoreError) in
            try await scope.cache.marks(of: id)
        }
        await tell(.began(people: marks.count))
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

    /// Asks the server every so often; what it answers goes into the cache, where it is noticed.
    private func keepAsking(
        _ id: User.ID?, every interval: Duration,
        _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) async throws(ServiceError) {
        var trouble: ServiceError.Code?
        while true {
            do {
                try await clock.sleep(for: interval)
            } catch {
                throw ServiceError(.cancelled, "The watch was cancelled")
            }
            do throws(ServiceError) {
                if let id {
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

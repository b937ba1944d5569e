import SluiceFlow
import SluiceHTTP
import SluiceStore
import Users

/// A directory of users made real: a profile's calls, with the cache behind them.
///
/// Each call takes the session once at its start, so that it is made, and its answer kept, for one
/// account. All of it runs off the caller's actor.
struct LiveUserService: UserService {
    let api: DirectoryAPI
    /// The URL that is asked, without secrets.
    let address: String
    let store: Store
    let sessions: SessionKeeper
    let tokens: TokenStore
    let paths: ServicePaths
    let clock: any Clock<Duration>
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// How long a sync waits for another one.
    let timeout: Duration
    /// Purges what a cache that isn't this one keeps of an account; nil where there is no other.
    var purgeKept: (@Sendable (String) async throws(ServiceError) -> Void)?
    let reachability = Reachability()
    let renewals = Renewals()

    var profile: Profile { api.profile }
    /// Whose tokens are this service's.
    var tokenOwner: String { TokenStore.owner(api.identity.server, profile: profile.name) }

    /// One call's view of the session, and the rows that go with it.
    struct Scope: Sendable {
        var session: SessionKeeper.State
        let cache: UserCache
        var api: DirectoryAPI

        /// The same, without a second try: for a call that has something else to show.
        var askingOnce: Scope {
            var scope = self
            scope.api.client.retry.tries = 1
            return scope
        }
    }

    /// The session as it is now.
    var scope: Scope {
        let session = sessions.current(at: now())
        let cache = UserCache(
            store, server: api.identity.directory, account: session.account,
            profile: profile.identity)
        var api = api
        if profile.hasETags {
            api.kept = KeptAnswers(cache: cache, profile: profile.fingerprint, now: now)
        }
        return Scope(session: session, cache: cache, api: api)
    }

    // MARK: The calls

    func login(_ credentials: Credentials) -> Single<Session, ServiceError> {
        Single("login") { () async throws(ServiceError) in try await logIn(credentials) }
    }

    func logout(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("logout") { () async throws(ServiceError) in try await logOut(freshness) }
    }

    func whoAmI(_ freshness: Freshness) -> Single<Session, ServiceError> {
        Single("whoami") { () async throws(ServiceError) in try await askWhoAmI(freshness) }
    }

    func users(
        _ query: ListQuery, _ freshness: Freshness
    ) -> Single<Answer<UserPage>, ServiceError> {
        Single("list") { () async throws(ServiceError) in try await list(query, freshness) }
    }

    func user(_ who: String, _ freshness: Freshness) -> Single<Answer<User>, ServiceError> {
        Single("show \(who)") { () async throws(ServiceError) in try await find(who, freshness) }
    }

    func search(
        _ query: SearchQuery, _ freshness: Freshness
    ) -> Single<Answer<[User]>, ServiceError> {
        Single("search \(query.text)") { () async throws(ServiceError) in
            try await search(for: query, freshness)
        }
    }

    func sync(full: Bool) -> Single<SyncReport, ServiceError> {
        Single("sync") { () async throws(ServiceError) in try await syncAll(restart: full) }
    }

    func status() -> Single<ServiceStatus, ServiceError> {
        Single("status") { () async throws(ServiceError) in try await currentStatus() }
    }

    func export(_ request: ExportRequest) -> Single<Answer<ExportReport>, ServiceError> {
        Single("export") { () async throws(ServiceError) in try await exportAll(request) }
    }

    func watch(
        _ query: WatchQuery, _ tell: @escaping @MainActor @Sendable (WatchEvent) -> Void
    ) -> Single<Void, ServiceError> {
        Single("watch") { () async throws(ServiceError) in try await watchAll(query, tell) }
    }

    func examineCache() -> Single<CacheHealth, ServiceError> {
        Single("doctor") { () async throws(ServiceError) in try await examine() }
    }
}

public import SluiceFlow
package import SluiceHTTP
import SluiceStore
import Synchronization
public import Users

/// The directories of a real program: its profiles, its files, and one cache for all of them.
///
/// Making it reads nothing; opening a directory reads small files and opens the cache, and no
/// connection. Nothing here reads the environment or a clock: they are handed in.
public final class LiveDirectories: Directories {
    private let paths: ServicePaths
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64
    private let makeTransport: @Sendable () -> any Transport
    /// The open caches, kept so that changing the directory doesn't open one again.
    private let caches = Mutex(Caches())

    private struct Caches {
        var stores: [String: Store] = [:]
        /// Those whose notices a person was told.
        var told: Set<String> = []
    }

    /// Makes the directories of a program.
    ///
    /// `clock` is what waits, `now` gives milliseconds since 1970.
    public convenience init(
        paths: ServicePaths, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64
    ) {
        self.init(paths: paths, clock: clock, now: now) { CurlTransport() }
    }

    /// The same, with another transport for `http(s)` URLs; it is made when first needed.
    package init(
        paths: ServicePaths, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        transport: @escaping @Sendable () -> any Transport
    ) {
        self.paths = paths
        self.clock = clock
        self.now = now
        makeTransport = transport
    }

    // MARK: Profiles

    /// The known profiles; one with a mistake is listed with it.
    public func profiles() -> Single<[ProfileSummary], ServiceError> {
        Single("profiles") { [catalog] () async throws(ServiceError) in
            catalog.names.map { name in
                do throws(ProfileError) {
                    return ProfileSummary(try catalog.profile(name))
                } catch {
                    return ProfileSummary(
                        name: name, title: error.description, baseURL: "", isVerified: false,
                        origin: error.origin)
                }
            }
        }
    }

    /// Checks a profile's file.
    public func check(file: String) -> Single<ProfileSummary, ServiceError> {
        Single("profiles check") { [catalog] () async throws(ServiceError) in
            do throws(ProfileError) {
                return ProfileSummary(try catalog.file(file))
            } catch {
                throw ServiceError(error)
            }
        }
    }

    private var catalog: ProfileCatalog { ProfileCatalog(folder: paths.profiles) }

    // MARK: Directories

    /// Makes the service for a choice.
    public func open(_ choice: DirectoryChoice) -> Single<OpenDirectory, ServiceError> {
        Single("open") { () async throws(ServiceError) in try await self.directory(choice) }
    }

    /// Keeps a choice in `config.json`, after checking that it can be opened.
    public func remember(_ choice: DirectoryChoice) -> Single<Void, ServiceError> {
        Single("use") { () async throws(ServiceError) in try await self.keep(choice) }
    }

    @concurrent
    private func keep(_ choice: DirectoryChoice) async throws(ServiceError) {
        _ = try resolve(choice)
        do throws(FileFailure) {
            try SmallFile.replace(
                paths.configuration, with: Array(Configuration(choice).json.utf8))
        } catch {
            throw ServiceError(error, "write the configuration")
        }
    }

    /// Ids and names from the cache that begin with `prefix`; none when the cache can't be read.
    public func completions(_ choice: DirectoryChoice, prefix: String, limit: Int) -> [String] {
        guard let found = try? resolve(choice), let store = try? store(found.choice),
            let session = try? session(found)
        else { return [] }
        let cache = UserCache(
            store, server: found.api.identity.directory, account: session.account)
        return (try? cache.completions(prefix: prefix, limit: limit)) ?? []
    }

    /// A choice with what was remembered in it, and the calls that it leads to.
    private struct Resolved {
        var choice: DirectoryChoice
        var api: DirectoryAPI
    }

    private func resolve(_ choice: DirectoryChoice) throws(ServiceError) -> Resolved {
        var choice = choice
        if choice.profile == nil, Self.isSample(choice.baseURL) { choice.profile = "sample" }
        if choice.profile == nil {
            let kept = try Configuration(file: paths.configuration)
            choice.profile = kept.profile
            choice.account = choice.account ?? kept.account
            choice.baseURL = choice.baseURL ?? kept.baseURL
            choice.variables.merge(kept.variables) { given, _ in given }
        }
        let profile: Profile
        do throws(ProfileError) {
            profile = try catalog.profile(choice.profile ?? "sample")
        } catch {
            throw ServiceError(error)
        }
        var limits = Limits()
        if let timeout = choice.timeout { limits.total = .milliseconds(timeout) }
        let transport: any Transport =
            Self.isSample(choice.baseURL ?? profile.baseURL)
            ? SampleDirectory(clock: clock, now: now) : LazyTransport(makeTransport)
        let api = try DirectoryAPI(
            profile, baseURL: choice.baseURL, variables: choice.variables, transport: transport,
            limits: limits, now: now)
        return Resolved(choice: choice, api: api)
    }

    /// Off the caller's actor: another process may be at the cache's file.
    @concurrent
    private func directory(_ choice: DirectoryChoice) async throws(ServiceError) -> OpenDirectory {
        let found = try resolve(choice)
        let store = try store(found.choice)
        let sessions = SessionKeeper(try session(found), guest: found.api.profile.auth.guest)
        let service = LiveUserService(
            api: found.api, store: store, sessions: sessions, paths: paths, clock: clock, now: now,
            timeout: found.choice.timeout.map { .milliseconds($0) } ?? .seconds(15))
        let isNews = caches.withLock { $0.told.insert(cachePath(found.choice)).inserted }
        var warnings = isNews ? store.notices.map(\.message) : []
        if !found.api.profile.isVerified {
            warnings.append(
                "The profile \(found.api.profile.name) was never tried against a real exchange")
        }
        return OpenDirectory(
            profile: found.api.profile.name, session: sessions.session, service: service,
            warnings: warnings)
    }

    private static func isSample(_ url: String?) -> Bool { url?.hasPrefix("sample:") == true }

    private var tokens: TokenStore { TokenStore(path: paths.tokens) }

    /// The session that is kept for a choice, or that its token makes.
    private func session(_ found: Resolved) throws(ServiceError) -> SessionKeeper.State {
        if let token = found.choice.token, !token.isEmpty {
            // Nobody says whose it is, and two people's tokens must not share a cache.
            let account = found.choice.account ?? "token-\(Fingerprint.of(token))"
            return SessionKeeper.State(
                account: account, credential: Credential(secret: token, account: account))
        }
        do throws(FileFailure) {
            let kept = try tokens.token(
                server: found.api.identity.server, account: found.choice.account)
            guard let kept else { return SessionKeeper.State() }
            return SessionKeeper.State(
                account: kept.account, credential: kept.credential,
                isExpired: kept.expiresAt.map { $0 <= now() } ?? false)
        } catch {
            throw ServiceError(error, "read the tokens in")
        }
    }

    private func cachePath(_ choice: DirectoryChoice) -> String {
        choice.cache ?? paths.cacheFile
    }

    private func store(_ choice: DirectoryChoice) throws(ServiceError) -> Store {
        let path = cachePath(choice)
        return try caches.withLock { caches throws(ServiceError) in
            // A check that found damage closes the store, and sets its file aside.
            if let store = caches.stores[path], !store.isClosed { return store }
            let store = try cached { () throws(StoreError) in
                try UserCache.openStore(.file(path))
            }
            caches.stores[path] = store
            return store
        }
    }
}

extension ProfileSummary {
    init(_ profile: Profile) {
        self.init(
            name: profile.name, title: profile.title, baseURL: profile.baseURL,
            isVerified: profile.isVerified, origin: profile.origin)
    }
}

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
    private let tokens: TokenStore
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
        paths: ServicePaths, network: NetworkOptions = NetworkOptions(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64
    ) {
        self.init(paths: paths, clock: clock, now: now) { network.makeTransport() }
    }

    /// The same, with another transport for `http(s)` URLs; it is made when first needed.
    package init(
        paths: ServicePaths, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        transport: @escaping @Sendable () -> any Transport
    ) {
        self.paths = paths
        self.clock = clock
        self.now = now
        tokens = TokenStore(path: paths.tokens)
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
                let profile = try catalog.file(file)
                var summary = ProfileSummary(profile)
                summary.explanation = profile.explanation.map {
                    ProfileSummary.Line(name: $0.name, text: $0.text)
                }
                return summary
            } catch {
                throw ServiceError(error)
            }
        }
    }

    /// Without a folder, one below a file: it holds nothing on any machine.
    private var catalog: ProfileCatalog {
        ProfileCatalog(folder: paths.profiles ?? "/dev/null/profiles")
    }

    // MARK: Directories

    /// Makes the service for a choice.
    public func open(_ choice: DirectoryChoice) -> Single<OpenDirectory, ServiceError> {
        Single("open") { () async throws(ServiceError) in try await self.directory(choice) }
    }

    /// Keeps a choice in `config.json`, after checking that it can be opened; where there is no folder
    /// for that file, only checks it.
    public func remember(_ choice: DirectoryChoice) -> Single<Void, ServiceError> {
        Single("use") { () async throws(ServiceError) in try await self.keep(choice) }
    }

    @concurrent
    private func keep(_ choice: DirectoryChoice) async throws(ServiceError) {
        if let url = choice.baseURL { try BaseURL.refuseSecrets(in: url) }
        let found = try resolve(choice).choice
        guard let file = paths.configuration else { return }
        // An address alone is another one for the profile in use.
        var choice = choice
        choice.profile = found.profile.map(ProfileCatalog.lasting)
        if choice.baseURL != nil { choice.variables = found.variables }
        do throws(FileFailure) {
            try SmallFile.replace(
                file, with: Array(Configuration(choice).json.utf8))
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
            store, server: found.api.identity.directory, account: session.account,
            profile: found.api.profile.identity)
        return (try? cache.completions(prefix: prefix, limit: limit)) ?? []
    }

    /// A choice with what was remembered in it, and the calls that it leads to.
    private struct Resolved {
        var choice: DirectoryChoice
        var api: DirectoryAPI
        /// The URL that is asked, without secrets.
        var address: String
        var tokenOwner: String {
            TokenStore.owner(api.identity.server, profile: api.profile.name)
        }
    }

    private func resolve(_ choice: DirectoryChoice) throws(ServiceError) -> Resolved {
        var choice = choice
        if choice.profile == nil, Self.isSample(choice.baseURL) { choice.profile = "sample" }
        if choice.profile == nil, let file = paths.configuration {
            let kept = try Configuration(kept: file)
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
        let url = try BaseURL.check(choice.baseURL ?? profile.baseURL)
        var limits = Limits()
        if let timeout = choice.timeout { limits.total = .milliseconds(timeout) }
        let transport: any Transport =
            url.isHTTP ? LazyTransport(makeTransport) : SampleDirectory(clock: clock, now: now)
        let api = try DirectoryAPI(
            profile, baseURL: choice.baseURL, variables: choice.variables, transport: transport,
            limits: limits, clock: clock, now: now)
        return Resolved(choice: choice, api: api, address: url.description)
    }

    /// Off the caller's actor: another process may be at the cache's file.
    @concurrent
    private func directory(_ choice: DirectoryChoice) async throws(ServiceError) -> OpenDirectory {
        let found = try resolve(choice)
        let store = try store(found.choice)
        let session = try session(found)
        let damaged = session.credential == nil ? try setAsideDamagedTokens() : nil
        let auth = found.api.profile.auth
        let sessions = SessionKeeper(
            session, guest: auth.guest, named: auth.named(found.choice.account))
        let service = LiveUserService(
            api: found.api, address: found.address, store: store, sessions: sessions,
            tokens: tokens, paths: paths, clock: clock, now: now,
            timeout: found.choice.timeout.map { .milliseconds($0) } ?? .seconds(15))
        return OpenDirectory(
            profile: found.api.profile.name, session: sessions.session, service: service,
            isVerified: found.api.profile.isVerified, cacheFault: fault(of: store),
            warnings: news(store, found.choice) + [damaged].compactMap(\.self))
    }

    /// What a person wasn't told of yet: that nothing can be kept, and the state of the cache's file.
    private func news(_ store: Store, _ choice: DirectoryChoice) -> [String] {
        let path = cachePath(choice)
        return caches.withLock { caches in
            var news: [String] = []
            if let homeless = paths.homelessness, caches.told.insert("").inserted {
                news.append(homeless)
            }
            if let path, caches.told.insert(path).inserted {
                news += store.notices.map(\.message)
            }
            return news
        }
    }

    /// Why rows are only in memory; nil when they are in a file.
    private func fault(of store: Store) -> ServiceError? {
        guard case .memory = store.location else { return nil }
        let reason = store.notices.lazy.compactMap(\.error).first
        return reason.map { ServiceError($0) }
            ?? ServiceError(
                .storage, "There is no folder for the cache: HOME names none",
                hint: "Set HOME to an absolute path, or name a file with --cache.")
    }

    private static func isSample(_ url: String?) -> Bool { url?.hasPrefix("sample:") == true }

    /// The session that is kept for a choice, or that its token makes.
    private func session(_ found: Resolved) throws(ServiceError) -> SessionKeeper.State {
        if let token = found.choice.token, !token.isEmpty {
            // Nobody says whose it is, and two people's tokens must not share a cache.
            let account = found.choice.account ?? "token-\(Fingerprint.of(token))"
            return SessionKeeper.State(
                account: account, credential: Credential(secret: token, account: account))
        }
        let named = found.api.profile.auth.named(found.choice.account)
        do throws(FileFailure) {
            let kept = try tokens.token(server: found.tokenOwner, account: named)
            guard let kept else { return SessionKeeper.State(account: named ?? "") }
            return SessionKeeper.State(
                account: kept.account, credential: kept.credential,
                isExpired: kept.expiresAt.map { $0 <= now() } ?? false)
        } catch {
            throw ServiceError(error, "read the tokens in")
        }
    }

    /// Moves a file of tokens that can't be understood out of the way, and says so.
    private func setAsideDamagedTokens() throws(ServiceError) -> String? {
        do throws(FileFailure) {
            return try tokens.setAsideDamage().map {
                "The file of tokens was damaged, and is kept as “\($0)”; "
                    + "`sluice login NAME` makes a new one"
            }
        } catch {
            throw ServiceError(error, "set aside the damaged tokens in")
        }
    }

    /// The cache's file; nil where it is held in memory, since no folder is named.
    private func cachePath(_ choice: DirectoryChoice) -> String? {
        choice.cache ?? paths.cacheFile
    }

    private func store(_ choice: DirectoryChoice) throws(ServiceError) -> Store {
        let path = cachePath(choice)
        return try caches.withLock { caches throws(ServiceError) in
            // A check that found damage closes the store, and sets its file aside.
            if let store = caches.stores[path ?? ""], !store.isClosed { return store }
            let store = try cached { () throws(StoreError) in
                try UserCache.openStore(
                    path.map(StoreLocation.file) ?? .memory,
                    options: StoreOptions(isNamedByHand: choice.cache != nil))
            }
            caches.stores[path ?? ""] = store
            return store
        }
    }
}

extension ProfileAuth {
    /// The account that was asked for by name; nil where there are none, or it is the guests' own.
    fileprivate func named(_ account: String?) -> String? {
        guard scheme != .none, let account, !account.isEmpty, account != guest else { return nil }
        return account
    }
}

extension ProfileSummary {
    init(_ profile: Profile) {
        self.init(
            name: profile.name, title: profile.title, baseURL: profile.baseURL,
            isVerified: profile.isVerified, origin: profile.origin)
    }
}

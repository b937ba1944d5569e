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
    let paths: ServicePaths
    private let clock: any Clock<Duration>
    let now: @Sendable () -> Int64
    private let makeTransport: @Sendable () -> any Transport
    let tokens: TokenStore
    /// Whether `makeTransport` plays what a recorded session was answered, whatever the address.
    let isReplay: Bool
    /// Where this session is recorded, if it is.
    private let recording = Mutex<SessionFile?>(nil)
    /// The open caches, kept so that changing the directory doesn't open one again.
    let caches = Mutex(Caches())

    struct Caches {
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
    ///
    /// In a replay it is for every address, the made-up directory's too.
    package init(
        paths: ServicePaths, clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        isReplay: Bool = false, transport: @escaping @Sendable () -> any Transport
    ) {
        self.paths = paths
        self.isReplay = isReplay
        self.clock = clock
        self.now = now
        tokens = TokenStore(path: paths.tokens)
        makeTransport = transport
    }

    // MARK: Recording

    /// Records what is asked and answered from now on, in a new file.
    public func record(into file: String) throws(ServiceError) -> any SessionRecorder {
        let session = try SessionFile(file, clock: clock, start: now())
        recording.withLock { $0 = session }
        return session
    }

    /// The session that is recorded; nil when none is.
    var recorded: SessionFile? { recording.withLock { $0 } }

    /// What waits, and what tells the time of day: the session's own where one is recorded.
    private var times: (clock: any Clock<Duration>, now: @Sendable () -> Int64) {
        guard let session = recorded else { return (clock, now) }
        return (session.clock, { session.now })
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

    /// Checks a profile's file, or a known profile by its name.
    public func check(file: String) -> Single<ProfileSummary, ServiceError> {
        Single("profiles check") { [catalog] () async throws(ServiceError) in
            do throws(ProfileError) {
                let profile = try catalog.fileOrProfile(file)
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
    struct Resolved {
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
        let times = times
        var api = try DirectoryAPI(
            profile, baseURL: choice.baseURL, variables: choice.variables,
            transport: transport(to: url, of: profile), limits: Limits(timeout: choice.timeout),
            clock: times.clock,
            now: times.now)
        // A replay has to pause for as long.
        if isReplay || recorded != nil { api.client.random = { 0.5 } }
        return Resolved(choice: choice, api: api, address: url.description)
    }

    private func transport(to url: HTTPURL, of profile: Profile) -> any Transport {
        if isReplay { return makeTransport() }
        let transport: any Transport =
            url.isHTTP ? LazyTransport(makeTransport) : SampleDirectory(clock: clock, now: now)
        return recorded.map {
            SessionTransport(transport: transport, file: $0, auth: profile.auth)
        } ?? transport
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
        let times = times
        let service = LiveUserService(
            api: found.api, address: found.address, store: store, sessions: sessions,
            tokens: tokens, paths: paths, clock: times.clock, now: times.now,
            timeout: found.choice.timeout.map { .milliseconds($0) } ?? .seconds(15),
            purgeKept: purging(found))
        let secret = found.api.profile.secretVariables
        recorded?.noteOpening(
            found.choice, address: found.address, secret: secret, as: session)
        return OpenDirectory(
            profile: found.api.profile.name, session: sessions.session, service: service,
            isVerified: found.api.profile.isVerified,
            variables: found.api.variables.filter { !secret.contains($0.key) },
            cacheFault: fault(of: store),
            warnings: news(store, found.choice) + [damaged].compactMap(\.self))
    }

    private static func isSample(_ url: String?) -> Bool { url?.hasPrefix("sample:") == true }
}

extension ProfileSummary {
    init(_ profile: Profile) {
        self.init(
            name: profile.name, title: profile.title, baseURL: profile.baseURL,
            isVerified: profile.isVerified, origin: profile.origin)
    }
}

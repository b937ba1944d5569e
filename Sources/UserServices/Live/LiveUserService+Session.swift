import SluiceHTTP
import SluiceStore
import Users

extension LiveUserService {
    /// Logs in, and keeps the token for later runs of the program.
    @concurrent
    func logIn(_ credentials: Credentials) async throws(ServiceError) -> Session {
        guard profile.auth.scheme != .none else {
            throw ServiceError(.usage, "The profile \(profile.name) has no login, and needs none")
        }
        guard !credentials.name.isEmpty else {
            throw ServiceError(.usage, "The name to log in with is missing")
        }
        // Whoever was logged in has no part in it.
        var scope = scope
        scope.session = SessionKeeper.State()
        let token = try await ask(scope) { _ async throws(RequestError) in
            try await api.login(credentials)
        }
        sessions.replace(
            with: SessionKeeper.State(account: token.account, credential: token.credential))
        do throws(FileFailure) {
            try tokens.save(token, server: api.identity.server)
        } catch {
            throw ServiceError(error, "keep the token, so the login lasts for this run only, in")
        }
        return sessions.session
    }

    /// Forgets the token here and, where it can be told, on the server; and everyone this account saw.
    @concurrent
    func logOut() async throws(ServiceError) -> Session {
        let scope = scope
        guard let credential = scope.session.credential else { return sessions.session }
        // A server that can't be told is no reason to stay logged in.
        do throws(RequestError) {
            try await scope.askingOnce.api.logout(credential)
        } catch {
            if error.errorCode == .cancelled { throw ServiceError(error, profile, now: now()) }
        }
        sessions.replace(with: SessionKeeper.State())
        do throws(FileFailure) {
            try tokens.remove(server: api.identity.server, account: scope.session.account)
        } catch {
            throw ServiceError(error, "remove the token from")
        }
        try await cached { () async throws(StoreError) in try await scope.cache.purge() }
        return sessions.session
    }

    /// Says who is logged in, asking the server where the profile knows how.
    @concurrent
    func askWhoAmI(_ freshness: Freshness) async throws(ServiceError) -> Session {
        let scope = scope.askingOnce
        let credential = scope.session.credential
        let isAnswered = credential != nil || profile.auth.guest != nil
        guard freshness != .offline, isAnswered else { return sessions.session }
        do throws(ServiceError) {
            let identity = try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.whoAmI(as: credential)
            }
            guard let identity else { return sessions.session }
            if let credential {
                guard identity.account != nil else {
                    sessions.expire(credential)
                    throw ServiceError(
                        .sessionExpired, "The server no longer knows this session",
                        hint: "Log in, and ask again.")
                }
                sessions.confirm(credential, user: identity.user)
            }
            return sessions.session
        } catch {
            guard freshness != .fresh, error.allowsStale else { throw error }
            return sessions.session
        }
    }

    /// What the cache holds and where things are; opens no connection.
    @concurrent
    func currentStatus() async throws(ServiceError) -> ServiceStatus {
        let scope = scope
        let state = try await cached { () async throws(StoreError) in
            try await scope.cache.state()
        }
        var path: String?
        if case .file(let file) = store.location { path = file }
        var notices: [String] = []
        if profile.auth.scheme == .basic, scope.session.credential != nil {
            notices.append(
                "This server knows no tokens: the file of tokens holds the name and the password")
        }
        return ServiceStatus(
            profile: profile.name, server: api.identity.directory, session: sessions.session,
            isVerified: profile.isVerified, cachedUsers: state.people, totalUsers: state.total,
            lastSync: state.completedAt, oldestFetch: state.oldestFetch,
            syncIncomplete: state.isSyncing, cachePath: path, cacheBytes: store.fileSize,
            tokenPath: tokens.path, tokenMode: tokens.mode,
            notices: notices)
    }
}

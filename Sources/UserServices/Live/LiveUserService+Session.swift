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
        // Whoever is in use now has no part in it.
        var nobody = scope
        nobody.session = SessionKeeper.State()
        let token = try await ask(nobody) { _ async throws(RequestError) in
            try await api.login(credentials)
        }
        sessions.replace(
            with: SessionKeeper.State(account: token.account, credential: token.credential))
        do throws(FileFailure) {
            try tokens.save(token, server: tokenOwner)
        } catch {
            throw ServiceError(error, "keep the token, so the login lasts for this run only, in")
        }
        return sessions.session
    }

    /// Forgets the token here and, where it can be told, on the server; and everyone this account saw.
    @concurrent
    func logOut(_ freshness: Freshness) async throws(ServiceError) -> Session {
        let scope = scope
        guard !scope.session.account.isEmpty else { return sessions.session }
        var notices: [String] = []
        if scope.session.credential != nil,
            let reason = try await tell(freshness, scope.askingOnce)
        {
            notices.append(reason)
        }
        sessions.end()
        do throws(FileFailure) {
            try tokens.remove(server: tokenOwner, account: scope.session.account)
        } catch {
            throw ServiceError(error, "remove the token from")
        }
        try await cached { () async throws(StoreError) in try await scope.cache.purge() }
        try await purgeKept?(scope.session.account)
        var session = sessions.session
        session.notices = notices
        return session
    }

    /// Tells the server of a logout, and says why it couldn't be told: that is no reason to stay
    /// logged in. Nil when it was, or has no call for it.
    private func tell(
        _ freshness: Freshness, _ scope: Scope
    ) async throws(ServiceError) -> String? {
        guard profile.auth.logout != nil else { return nil }
        let consequence = "the token may go on being good there"
        guard freshness != .offline else {
            return "Offline, the server wasn't told of the logout: \(consequence)"
        }
        do throws(ServiceError) {
            try await ask(scope) { credential async throws(RequestError) in
                if let credential { try await scope.api.logout(credential) }
            }
            return nil
        } catch {
            switch error.errorCode {
            case .cancelled: throw error
            // It knows no such session, which is what was wanted.
            case .sessionExpired, .notLoggedIn, .credentialsRefused: return nil
            default: return "The server wasn't told of the logout, \(consequence): \(error.message)"
            }
        }
    }

    /// Says who is logged in, asking the server where the profile knows how.
    @concurrent
    func askWhoAmI(_ freshness: Freshness) async throws(ServiceError) -> Session {
        let scope = scope.askingOnce
        let credential = scope.session.credential
        if freshness == .offline {
            return session("Offline, the server wasn't asked: this is what is known here")
        }
        if scope.session.isOnlyNamed { throw .notLoggedIn(scope.session.account) }
        guard credential != nil || profile.auth.guest != nil, profile.auth.whoAmI != nil else {
            return sessions.session
        }
        do throws(ServiceError) {
            let identity = try await ask(scope) { credential async throws(RequestError) in
                try await scope.api.whoAmI(as: credential)
            }
            guard let identity else { return sessions.session }
            if let credential {
                guard let account = identity.account else {
                    sessions.expire(credential)
                    throw ServiceError(
                        .sessionExpired, "The server no longer knows this session",
                        hint: "`sluice login \(Echo.shortened(scope.session.account))` logs in.")
                }
                sessions.confirm(credential, user: identity.user)
                if account != scope.session.account {
                    return session("The server calls this account \(Echo.quoted(account))")
                }
            }
            return sessions.session
        } catch {
            guard freshness != .fresh, error.allowsStale else { throw error }
            return session("\(error.message); this is what is known here")
        }
    }

    /// The session as far as it is known without asking, and why nobody was asked.
    private func session(_ notice: String) -> Session {
        var session = sessions.session
        session.notices = [notice]
        return session
    }

    /// What the cache holds and where things are; opens no connection.
    @concurrent
    func currentStatus() async throws(ServiceError) -> ServiceStatus {
        let scope = scope
        let (state, unfinished) = try await cached { () async throws(StoreError) in
            (try await scope.cache.state(), try await scope.cache.unfinishedSync())
        }
        var path: String?
        if case .file(let file) = store.location { path = file }
        var notices = unfinished.map { [state.notice(of: $0)] } ?? []
        if profile.auth.scheme == .basic, scope.session.credential != nil {
            notices.append(
                "This server knows no tokens: the file of tokens holds the name and the password")
        }
        let mode = tokens.mode
        if let path = tokens.path, let mode, mode != "0600" {
            notices.append(
                "Others may be able to read the tokens, mode \(mode): `chmod 600 \(path)` "
                    + "keeps them out")
        }
        return ServiceStatus(
            profile: profile.name, server: address, session: sessions.session,
            isVerified: profile.isVerified, cachedUsers: state.people, totalUsers: state.total,
            lastSync: state.completedAt, oldestFetch: state.oldestFetch,
            unfinishedSync: unfinished, cachePath: path, cacheBytes: store.fileSize,
            tokenPath: tokens.path, tokenMode: mode,
            notices: notices)
    }
}

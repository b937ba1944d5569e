import SluiceFlow
import SluiceHTTP
import Users

extension DirectoryAPI {
    /// Who the server says is asking.
    struct Identity: Sendable, Hashable {
        /// The account; nil when the server says that nobody is logged in.
        var account: String?
        /// The person behind it, where the server tells.
        var user: User?
    }

    /// Turns a name and a password into a credential that the server accepts.
    ///
    /// Fails with `credentialsRefused` when it doesn't, also where the scheme has no login call and
    /// only another call can tell.
    func login(
        _ credentials: Credentials
    ) async throws(RequestError) -> TokenStore.Token {
        let (name, password) = (credentials.name, credentials.password)
        guard let login = profile.auth.login else {
            // A scheme of tokens without a login call: what is typed is the token.
            let isBasic = profile.auth.scheme == .basic
            return try await check(
                isBasic
                    ? Credential(basic: name, password)
                    : Credential(secret: password, account: name), secrets: [password])
        }
        var call = call(
            login.call, ["name": name, "password": password], as: nil,
            rules: client.rules.refusing(login))
        if login.isBasic {
            let pair = Credential(basic: name, password)
            call = call.header("Authorization", "Basic \(pair.secret)", isSecret: true)
        }
        return try await token(login, call.login(secrets: [password]), account: name)
    }

    /// Asks for a new token with an older one. Fails with `credentialsRefused` when that ended too.
    func refreshed(
        _ credential: Credential
    ) async throws(RequestError) -> TokenStore.Token? {
        guard let refresh = profile.auth.refresh else { return nil }
        // The token goes along only where the call says so.
        let call = call(
            refresh.call, credential.values, as: nil, rules: client.rules.refusing(refresh)
        ).login(secrets: credential.secrets)
        var token = try await token(refresh, call, account: credential.account)
        if token.credential.refreshToken == nil {
            token.credential.refreshToken = credential.refreshToken
        }
        return token
    }

    private func token(
        _ login: LoginCall, _ call: APICall, account name: String
    ) async throws(RequestError) -> TokenStore.Token {
        let (dates, now) = (profile.people.dates, now)
        return try await call.payload { payload throws(RequestError) in
            let root = payload.root
            guard let secret = payload.text(login.token), !secret.isEmpty else {
                throw payload.error("no token in the answer to the login")
            }
            let account = login.account.flatMap { root?.value(at: $0)?.text } ?? name
            var credential = Credential(secret: secret, account: account)
            credential.refreshToken = login.refreshToken.flatMap { root?.value(at: $0)?.text }
            let end = login.expires.flatMap { root?.value(at: $0) }
                .flatMap { value in dates.lazy.compactMap { $0.milliseconds(value) }.first }
            let left = login.expiresIn.flatMap { root?.value(at: $0) }
                .flatMap { Profile.DateUnit.seconds.milliseconds($0) }
            return TokenStore.Token(
                credential: credential, expiresAt: end ?? left.map { now() + $0 })
        }.value()
    }

    /// Without a login call, a call that needs a credential says whether it is right.
    private func check(
        _ credential: Credential, secrets: [String]
    ) async throws(RequestError) -> TokenStore.Token {
        let secrets = secrets + credential.secrets
        var account = credential.account
        if let whoAmI = profile.auth.whoAmI {
            account =
                try await identity(
                    whoAmI, call(whoAmI.call, as: credential).login(secrets: secrets),
                    as: credential, isLogin: true
                ).account ?? account
        } else {
            let pager = Pager(profile.list, size: 1)
            _ = try await call(
                profile.list.call, pager.values(for: pager.first), as: credential,
                query: pager.parameters(for: pager.first)
            ).login(secrets: secrets).response().value()
        }
        return TokenStore.Token(
            credential: Credential(secret: credential.secret, account: account))
    }

    /// Tells the server that a credential is no longer used, where it wants to know.
    func logout(_ credential: Credential) async throws(RequestError) {
        guard let logout = profile.auth.logout else { return }
        _ = try await call(logout, credential.values, as: credential)
            .login(secrets: credential.secrets).response().value()
    }

    /// Asks who is logged in; nil where the profile doesn't know how.
    func whoAmI(as credential: Credential?) async throws(RequestError) -> Identity? {
        guard let whoAmI = profile.auth.whoAmI else { return nil }
        return try await identity(
            whoAmI, call(whoAmI.call, as: credential), as: credential, isLogin: false)
    }

    private func identity(
        _ whoAmI: WhoAmICall, _ call: APICall, as credential: Credential?, isLogin: Bool
    ) async throws(RequestError) -> Identity {
        let (profile, known) = (profile, credential?.account)
        return try await call.payload { payload throws(RequestError) in
            var identity = Identity(account: known)
            if let path = whoAmI.account {
                guard let root = payload.root else {
                    throw payload.error("not JSON", code: .badAnswer)
                }
                guard let name = root.value(at: path)?.text, !name.isEmpty,
                    name.hasPrefix(whoAmI.accountPrefix)
                else {
                    if isLogin {
                        throw payload.error(
                            "nobody is logged in with it", code: .credentialsRefused)
                    }
                    return Identity()
                }
                identity.account = String(name.dropFirst(whoAmI.accountPrefix.count))
            }
            if let path = whoAmI.user, let value = payload.root?.value(at: path), !value.isNull {
                var rule = profile.people
                rule.items = path
                identity.user = try payload.user(rule, fetchedAt: 0)
                identity.user?.fetchedAt = nil
            }
            return identity
        }.value()
    }
}

extension Payload {
    /// A token, where the profile says that it is.
    fileprivate func text(_ place: LoginCall.Place) -> String? {
        switch place {
        case .path(let path): return root?.value(at: path)?.text
        case .header(let name): return response.headers[name]
        case .cookie(let name):
            return response.headers.fields.lazy
                .filter { $0.name.lowercased() == "set-cookie" }
                .compactMap { field -> String? in
                    let pair = field.value.prefix { $0 != ";" }.split(
                        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    return pair.count == 2 && pair[0] == name ? String(pair[1]) : nil
                }.first
        }
    }
}

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
        guard let login = profile.auth.login else { return try await checkBasic(credentials) }
        let name = credentials.name
        let values = ["name": name, "password": credentials.password]
        let dates = profile.dates
        return try await call(login.call, values, as: nil)
            .login(secrets: [credentials.password])
            .payload { payload throws(RequestError) in
                guard let root = payload.root else {
                    throw payload.error("not JSON", code: .badAnswer)
                }
                guard let token = root.value(at: login.token)?.text, !token.isEmpty else {
                    throw payload.error("no token in the answer to the login")
                }
                let account = login.account.flatMap { root.value(at: $0)?.text }
                let expires = login.expires.flatMap { root.value(at: $0) }
                return TokenStore.Token(
                    account: account ?? name, credential: Credential(secret: token),
                    expiresAt: expires.flatMap { dates.milliseconds($0) })
            }.value()
    }

    /// Basic authentication has no login: a call that needs one says whether the pair is right.
    private func checkBasic(
        _ credentials: Credentials
    ) async throws(RequestError) -> TokenStore.Token {
        let credential = Credential(basic: credentials.name, credentials.password)
        let secrets = [credentials.password, credential.secret]
        var account: String? = credentials.name
        if let whoAmI = profile.auth.whoAmI {
            account = try await identity(
                whoAmI, call(whoAmI.call, as: credential).login(secrets: secrets), isLogin: true
            ).account
        } else {
            _ = try await call(profile.list.call, as: credential).login(secrets: secrets)
                .response().value()
        }
        return TokenStore.Token(account: account ?? credentials.name, credential: credential)
    }

    /// Tells the server that a credential is no longer used, where it wants to know.
    func logout(_ credential: Credential) async throws(RequestError) {
        guard let logout = profile.auth.logout else { return }
        _ = try await call(logout, as: credential).response().value()
    }

    /// Asks who is logged in; nil where the profile doesn't know how.
    func whoAmI(as credential: Credential?) async throws(RequestError) -> Identity? {
        guard let whoAmI = profile.auth.whoAmI else { return nil }
        return try await identity(
            whoAmI, call(whoAmI.call, as: credential), isLogin: false)
    }

    private func identity(
        _ whoAmI: WhoAmICall, _ call: APICall, isLogin: Bool
    ) async throws(RequestError) -> Identity {
        let profile = profile
        return try await call.payload { payload throws(RequestError) in
            guard let root = payload.root else { throw payload.error("not JSON", code: .badAnswer) }
            guard let name = root.value(at: whoAmI.account)?.text, !name.isEmpty,
                name.hasPrefix(whoAmI.accountPrefix)
            else {
                if isLogin {
                    throw payload.error("nobody is logged in with it", code: .credentialsRefused)
                }
                return Identity()
            }
            var identity = Identity(account: String(name.dropFirst(whoAmI.accountPrefix.count)))
            if let path = whoAmI.user, let value = root.value(at: path), !value.isNull {
                identity.user = try payload.user(
                    path, profile.fields, profile, fetchedAt: 0)
                identity.user?.fetchedAt = nil
            }
            return identity
        }.value()
    }
}

extension Profile.DateUnit {
    /// A time as the profile writes times, in milliseconds since 1970.
    func milliseconds(_ value: JSONValue) -> Int64? {
        switch self {
        case .rfc3339: value.string.flatMap(DateText.milliseconds)
        case .milliseconds: value.int
        case .seconds: value.int.flatMap { $0 > .max / 1_000 ? nil : $0 * 1_000 }
        }
    }
}

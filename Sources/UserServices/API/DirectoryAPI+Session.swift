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
        let typed = ["name": name, "password": password]
        let first = try await firstStep(login, typed, secrets: [password])
        var call = described(login, typed, after: first)
        if login.isBasic {
            let pair = Credential(basic: name, password)
            call = call.header("Authorization", "Basic \(pair.secret)", isSecret: true)
        }
        return try await token(
            login, call.login(secrets: [password] + first.secrets), after: first, account: name)
    }

    /// What the call before a login gave.
    private struct FirstStep: Sendable {
        var values: [String: String] = [:]
        var cookies = CookieJar()
        var secrets: [String] { Array(values.values) + cookies.values }
    }

    private func firstStep(
        _ login: LoginCall, _ typed: [String: String], secrets: [String]
    ) async throws(RequestError) -> FirstStep {
        guard let step = login.before else { return FirstStep() }
        var rules = client.rules
        // A page of HTML may be what sets the cookie.
        rules.success = []
        return try await call(step.call, typed, as: nil, rules: rules).login(secrets: secrets)
            .payload { payload throws(RequestError) in
                var first = FirstStep()
                first.cookies.take(payload.response)
                for value in step.values {
                    guard let text = payload.text(value.place, first.cookies) else {
                        throw payload.error(
                            "nothing for {\(value.name)} in the answer before the login")
                    }
                    first.values[value.name] = text
                }
                return first
            }.value()
    }

    /// The call of a login, with the cookies of the call before it.
    private func described(
        _ login: LoginCall, _ values: [String: String], after first: FirstStep
    ) -> APICall {
        let call = call(
            login.call, values.merging(first.values) { own, _ in own }, as: nil,
            rules: client.rules.refusing(login))
        let hasOwn = login.call.headers.contains { $0.name.lowercased() == "cookie" }
        guard !first.cookies.isEmpty, !hasOwn else { return call }
        return call.header("Cookie", first.cookies.header, isSecret: true)
    }

    /// Asks for a new token with an older one. Fails with `credentialsRefused` when that ended too.
    func refreshed(
        _ credential: Credential
    ) async throws(RequestError) -> TokenStore.Token? {
        guard let refresh = profile.auth.refresh else { return nil }
        // The token goes along only where the call says so.
        let first = try await firstStep(refresh, credential.values, secrets: credential.secrets)
        let call = described(refresh, credential.values, after: first)
            .login(secrets: credential.secrets + first.secrets)
        var token = try await token(refresh, call, after: first, account: credential.account)
        if token.credential.refreshToken == nil {
            token.credential.refreshToken = credential.refreshToken
        }
        token.credential.given.merge(credential.given) { new, _ in new }
        return token
    }

    private func token(
        _ login: LoginCall, _ call: APICall, after first: FirstStep, account name: String
    ) async throws(RequestError) -> TokenStore.Token {
        let (dates, now, unit) = (profile.people.dates, now, login.expiresInUnit)
        return try await call.payload { payload throws(RequestError) in
            let root = payload.root
            var cookies = CookieJar()
            cookies.take(payload.response)
            let isSet = !cookies.isEmpty
            cookies = first.cookies.overlaid(with: cookies)
            let found =
                if case .cookie(let name) = login.token, name.hasSuffix("*") {
                    cookies.sent(name)
                } else {
                    payload.text(login.token, cookies)
                }
            guard let secret = found, !secret.isEmpty, isSet || !login.token.isCookie else {
                throw payload.error("no token in the answer to the login")
            }
            let account = login.account.flatMap { root?.value(at: $0)?.text } ?? name
            var credential = Credential(secret: secret, account: account)
            credential.refreshToken = login.refreshToken.flatMap { root?.value(at: $0)?.text }
            credential.given = first.values
            for value in login.values {
                credential.given[value.name] = payload.text(value.place, cookies)
            }
            let end = login.expires.flatMap { root?.value(at: $0) }
                .flatMap { value in dates.lazy.compactMap { $0.milliseconds(value) }.first }
            let left = login.expiresIn.flatMap { root?.value(at: $0) }
                .flatMap { $0.text.flatMap { Double($0) } }
                .flatMap { Int64(exactly: ($0 * Double(unit.milliseconds)).rounded()) }
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
            var rules = client.rules
            rules.sessionStatuses.formUnion(whoAmI.refusedStatuses)
            let call = call(whoAmI.call, as: credential, rules: rules)
            account =
                try await identity(
                    whoAmI, call.login(secrets: secrets), as: credential, isLogin: true
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
            if let mark = whoAmI.anonymous.flatMap({ payload.root?.value(at: $0) }),
                !mark.isNull, mark.bool != false
            {
                return try nobody(payload, isLogin: isLogin)
            }
            if let path = whoAmI.account {
                guard let root = payload.root else {
                    throw payload.notJSON()
                }
                guard let name = root.value(at: path)?.text, !name.isEmpty,
                    name.hasPrefix(whoAmI.accountPrefix)
                else { return try nobody(payload, isLogin: isLogin) }
                identity.account = String(name.dropFirst(whoAmI.accountPrefix.count))
            }
            if let path = whoAmI.user, let value = payload.root?.value(at: path), !value.isNull {
                var rule = profile.people
                rule.items = path
                identity.user = try payload.user(rule, fetchedAt: 0).users.first
                identity.user?.fetchedAt = nil
            }
            return identity
        }.value()
    }

    /// What an answer means that says that nobody is logged in: to a login, that it was refused.
    private func nobody(
        _ payload: Payload, isLogin: Bool
    ) throws(RequestError) -> Identity {
        guard isLogin else { return Identity() }
        throw payload.error("nobody is logged in with it", code: .credentialsRefused)
    }
}

extension Payload {
    /// A text, where the profile says that it is; cookies are those set so far.
    fileprivate func text(_ place: AnswerPlace, _ cookies: CookieJar) -> String? {
        switch place {
        case .path(let path): root?.value(at: path)?.text
        case .header(let name): response.headers[name]
        case .cookie("*"): cookies.sent("*")
        case .cookie(let name): cookies[name]
        }
    }
}

extension AnswerPlace {
    fileprivate var isCookie: Bool { if case .cookie = self { true } else { false } }
}

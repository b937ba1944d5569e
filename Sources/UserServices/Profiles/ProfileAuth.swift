import SluiceHTTP

/// How an API learns who asks.
struct ProfileAuth: Hashable, Sendable {
    /// What a request carries.
    enum Scheme: String, CaseIterable, Sendable {
        /// Nothing.
        case none
        /// The name and the password, in each request (RFC 7617).
        case basic
        /// A token, as `Authorization: Bearer …` (RFC 6750) or in the header that the profile names.
        case token
        /// The cookie that the login set.
        case cookie
        /// The token, wherever calls have a place for it: in the query, in the body.
        case places
    }

    var scheme = Scheme.none
    /// The header that carries the token.
    var header = "Authorization"
    /// What stands before the token there.
    var prefix = "Bearer "
    /// The query parameter that carries the token, in place of a header.
    var query: String?
    /// What is sent in base 64 in place of the token: a name and the token, with a colon.
    var pair: Template?
    /// Further headers of each call that carries a credential.
    var headers: [NamedTemplate] = []
    /// How to get a token; with scheme `token` and no such call, what is typed as a password is one.
    var login: LoginCall?
    /// How to get a new one before, or when, the old one ends.
    var refresh: LoginCall?
    /// How to give it back.
    var logout: ProfileCall?
    /// How to ask who the token belongs to; where there is no login call, this is how one is checked.
    var whoAmI: WhoAmICall?
    /// The account that reads without a login are answered as; nil where they need one.
    var guest: String?

    /// No authentication at all.
    init() {}

    /// Reads the member `auth`; `plain` are the values that are always there, `names` also those of
    /// a login.
    init(_ object: inout ProfileObject, _ plain: Set<String>, _ names: Set<String>) {
        scheme = object.choice("scheme") ?? .none
        let header = object.headerName("header")
        let cookie = object.word("cookie")
        self.header = header ?? (scheme == .cookie ? "Cookie" : "Authorization")
        prefix =
            object.text("prefix")
            ?? cookie.map { $0.hasSuffix("*") ? "" : $0 + "=" }
            ?? (scheme == .token && self.header == "Authorization" ? "Bearer " : "")
        query = object.word("query")
        pair = object.template("pair", allowing: names)
        headers = object.headers("headers", allowing: names)
        guest = object.word("guest")
        login = object.object("login", as: "login") { call in
            LoginCall(
                &call, plain.union(["name", "password"]), cookie: cookie,
                refusals: [400, 401, 403, 422])
        }
        refresh = object.object("refresh", as: "login") { call in
            LoginCall(
                &call, names.union(["account", "token", "refreshToken"]), cookie: cookie,
                refusals: [400, 401, 403])
        }
        logout = object.object("logout") { call in
            ProfileCall(
                &call, allowing: names.union(["account", "token", "refreshToken"]),
                method: .post)
        }
        whoAmI = object.object("whoAmI") { call in WhoAmICall(&call, variables: names) }
        if !object.isDescribing { check(object, cookie: cookie) }
    }
}

extension ProfileAuth {
    /// The names of what a login gives besides the token.
    var valueNames: [String] {
        ((login?.values ?? []) + (login?.before?.values ?? [])).map(\.name)
    }

    /// Whether a template shows what only a login gives, and so makes a secret of what it fills.
    func isSecret(_ template: Template) -> Bool {
        (["token"] + valueNames).contains(where: template.mentions)
    }
}

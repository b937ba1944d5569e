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
    }

    var scheme = Scheme.none
    /// The header that carries the token.
    var header = "Authorization"
    /// What stands before the token there.
    var prefix = "Bearer "
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

    init(_ object: inout ProfileObject, variables: Set<String>) {
        scheme = object.choice("scheme") ?? .none
        let header = object.text("header")
        let cookie = object.text("cookie")
        self.header = header ?? (scheme == .cookie ? "Cookie" : "Authorization")
        prefix =
            object.text("prefix")
            ?? cookie.map { $0 + "=" }
            ?? (scheme == .token && self.header == "Authorization" ? "Bearer " : "")
        headers = object.templates("headers", allowing: variables.union(["account"]))
        guest = object.text("guest")
        login = object.object("login", as: "login") { call in
            LoginCall(
                &call, variables.union(["name", "password"]), cookie: cookie,
                refusals: [400, 401, 403, 422])
        }
        refresh = object.object("refresh", as: "login") { call in
            LoginCall(
                &call, variables.union(["account", "token", "refreshToken"]), cookie: cookie,
                refusals: [400, 401, 403])
        }
        logout = object.object("logout") { call in
            ProfileCall(
                &call, allowing: variables.union(["account", "token", "refreshToken"]),
                method: .post)
        }
        whoAmI = object.object("whoAmI") { call in WhoAmICall(&call, variables: variables) }
        if scheme == .cookie, login == nil || cookie == nil {
            object.note(
                login == nil ? "login" : "cookie",
                "missing; scheme \"cookie\" needs the login call, and the cookie's name")
        }
        if let refresh, refresh.call.mentions("refreshToken"), login?.refreshToken == nil {
            object.note(
                "login.refreshToken", "missing; the call refresh needs it, and nothing gives it")
        }
    }
}

/// The call that turns a name and a password, or an older token, into a token.
struct LoginCall: Hashable, Sendable {
    /// Where the answer holds the token.
    enum Place: Hashable, Sendable {
        case path(JSONPath)
        case header(String)
        case cookie(String)
    }

    var call: ProfileCall
    /// Whether the name and the password go as HTTP's basic authentication.
    var isBasic: Bool
    /// Where the token stands in the answer.
    var token: Place
    /// Where the answer holds what a new token is asked for with.
    var refreshToken: JSONPath?
    /// Where the answer says when the token ends.
    var expires: JSONPath?
    /// Where the answer says in how many seconds it ends.
    var expiresIn: JSONPath?
    /// Where the answer says which account it is; else the name typed.
    var account: JSONPath?
    /// The statuses that refuse the name and the password.
    var refusedStatuses: [Int]
    /// The codes in a body that do.
    var refusedCodes: [String]

    init(
        _ object: inout ProfileObject, _ names: Set<String>, cookie: String?, refusals: [Int]
    ) {
        call = ProfileCall(&object, allowing: names, method: .post)
        isBasic = object.flag("basic") ?? false
        let path = object.path("token")
        let header = object.text("tokenHeader")
        switch (path, header, cookie) {
        case (let path?, nil, _): token = .path(path)
        case (nil, let header?, _): token = .header(header)
        case (nil, nil, let cookie?): token = .cookie(cookie)
        case (nil, nil, nil):
            if !object.has("token") {
                object.note(
                    "token", "missing; the path of the token in the answer is needed")
            }
            token = .path(.root)
        default:
            object.note("token", "expected one of token, tokenHeader, and one only")
            token = .path(.root)
        }
        refreshToken = object.path("refreshToken")
        expires = object.path("expires")
        expiresIn = object.path("expiresIn")
        account = object.path("account")
        refusedStatuses = object.statuses("refusedStatuses") ?? refusals
        refusedCodes = object.texts("refusedCodes") ?? []
    }
}

/// The call that says who is logged in.
struct WhoAmICall: Hashable, Sendable {
    var call: ProfileCall
    /// Where the account stands; an answer without it means that nobody is logged in. Nil where the
    /// call only says whether a credential is good.
    var account: JSONPath?
    /// What stands before the account's name there, and isn't part of it.
    var accountPrefix: String
    /// Where the person behind the account stands, in the form of the profile's users.
    var user: JSONPath?

    init(_ object: inout ProfileObject, variables: Set<String>) {
        call = ProfileCall(&object, allowing: variables)
        account = object.path("account")
        accountPrefix = object.text("accountPrefix") ?? ""
        user = object.path("user")
    }
}

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
    }

    var scheme: Scheme
    /// The header that carries the token.
    var header: String
    /// What stands before the token there.
    var prefix: String
    /// How to get a token.
    var login: LoginCall?
    /// How to give it back.
    var logout: ProfileCall?
    /// How to ask who the token belongs to; with `basic`, this is how a login is checked.
    var whoAmI: WhoAmICall?
    /// The account that reads without a login are answered as; nil where they need one.
    var guest: String?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        scheme = try object.choice("scheme", otherwise: Scheme.none)
        header = try object.text("header") ?? "Authorization"
        prefix = try object.text("prefix") ?? (header == "Authorization" ? "Bearer " : "")
        guest = try object.text("guest")
        login = try object.object("login") { call throws(ProfileError) in
            try LoginCall(&call, variables: variables)
        }
        logout = try object.object("logout") { call throws(ProfileError) in
            try ProfileCall(&call, allowing: variables, method: .post)
        }
        whoAmI = try object.object("whoAmI") { call throws(ProfileError) in
            try WhoAmICall(&call, variables: variables)
        }
        if scheme == .token, login == nil {
            throw object.error("login", "missing; scheme \"token\" needs to know how to get one")
        }
    }

    /// No authentication at all.
    init() {
        (scheme, header, prefix) = (.none, "Authorization", "Bearer ")
        (login, logout, whoAmI, guest) = (nil, nil, nil, nil)
    }
}

/// The call that turns a name and a password into a token.
struct LoginCall: Hashable, Sendable {
    var call: ProfileCall
    /// Where the token stands in the answer.
    var token: JSONPath
    /// Where the answer says when the token ends.
    var expires: JSONPath?
    /// Where the answer says which account it is; else the name typed.
    var account: JSONPath?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        call = try ProfileCall(
            &object, allowing: variables.union(["name", "password"]), method: .post)
        guard let token = try object.path("token") else {
            throw object.error("token", "missing; the path of the token in the answer is needed")
        }
        self.token = token
        expires = try object.path("expires")
        account = try object.path("account")
    }
}

/// The call that says who is logged in.
struct WhoAmICall: Hashable, Sendable {
    var call: ProfileCall
    /// Where the account stands; an answer without it means that nobody is logged in.
    var account: JSONPath
    /// What stands before the account's name there, and isn't part of it.
    var accountPrefix: String
    /// Where the person behind the account stands, in the form of the profile's users.
    var user: JSONPath?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        call = try ProfileCall(&object, allowing: variables)
        guard let account = try object.path("account") else {
            throw object.error("account", "missing; the path of the account's name is needed")
        }
        self.account = account
        accountPrefix = try object.text("accountPrefix") ?? ""
        user = try object.path("user")
    }
}

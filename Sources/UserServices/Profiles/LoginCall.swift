import SluiceHTTP

/// The call that turns a name and a password, or an older token, into a token.
struct LoginCall: Hashable, Sendable {
    /// The unit of the time that a token is good for.
    enum LifetimeUnit: String, CaseIterable, Sendable {
        case seconds, milliseconds, minutes

        var milliseconds: Int64 {
            switch self {
            case .milliseconds: 1
            case .seconds: 1_000
            case .minutes: 60_000
            }
        }
    }

    var call: ProfileCall
    /// What is asked for first, and gives what the call needs.
    var before: LoginStep?
    /// Whether the name and the password go as HTTP's basic authentication.
    var isBasic: Bool
    /// Where the token stands in the answer.
    var token: AnswerPlace
    /// Further values of the answer that later calls have places for.
    var values: [AnswerValue]
    /// Where the answer holds what a new token is asked for with.
    var refreshToken: JSONPath?
    /// Where the answer says when the token ends.
    var expires: JSONPath?
    /// Where the answer says how long it is good for.
    var expiresIn: JSONPath?
    var expiresInUnit: LifetimeUnit
    /// Where the answer says which account it is; else the name typed.
    var account: JSONPath?
    /// The statuses that refuse the name and the password.
    var refusedStatuses: [Int]
    /// The codes in a body that do.
    var refusedCodes: [String]

    init(
        _ object: inout ProfileObject, _ names: Set<String>, cookie: String?, refusals: [Int]
    ) {
        let names = names.union(object.names(at: "before", "values"))
        before = object.object("before", as: "before") { LoginStep(&$0, names) }
        call = ProfileCall(&object, allowing: names, method: .post)
        isBasic = object.flag("basic") ?? false
        let path = object.path("token")
        let header = object.headerName("tokenHeader")
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
        values = AnswerValue.read(&object)
        refreshToken = object.path("refreshToken")
        expires = object.path("expires")
        expiresIn = object.path("expiresIn")
        let unit: LifetimeUnit? = object.choice("expiresInUnit")
        expiresInUnit = unit ?? .seconds
        if unit != nil, expiresIn == nil {
            object.note("expiresInUnit", "means nothing without expiresIn")
        }
        if expires != nil, expiresIn != nil {
            object.note("expiresIn", "expected one of expires, expiresIn, and one only")
        }
        account = object.path("account")
        refusedStatuses = object.failures("refusedStatuses") ?? refusals
        refusedCodes = object.texts("refusedCodes") ?? []
    }
}

/// A call that comes before a login, for what the login has to carry: a token against forged forms.
struct LoginStep: Hashable, Sendable {
    var call: ProfileCall
    /// What the answer gives to the login, and to later calls.
    var values: [AnswerValue]

    init(_ object: inout ProfileObject, _ names: Set<String>) {
        call = ProfileCall(&object, allowing: names)
        values = AnswerValue.read(&object)
    }
}

import FoundationEssentials
import SluiceHTTP

/// What a request carries to say who asks; never printed.
struct Credential: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What the header carries, without the prefix: a token, or Basic's pair in base 64.
    let secret: String
    /// Whose it is.
    let account: String
    /// What a new one is asked for with, where the server gave it.
    var refreshToken: String?

    init(secret: String, account: String, refreshToken: String? = nil) {
        self.secret = secret
        self.account = account
        self.refreshToken = refreshToken
    }

    /// The pair of HTTP's basic authentication (RFC 7617).
    init(basic name: String, _ password: String) {
        self.init(secret: Data("\(name):\(password)".utf8).base64EncodedString(), account: name)
    }

    /// The values that the templates of a call about the credential have places for.
    var values: [String: String] {
        ["account": account, "token": secret, "refreshToken": refreshToken ?? ""]
    }

    /// What may be seen nowhere.
    var secrets: [String] { [secret, refreshToken].compactMap(\.self) }

    var description: String { "Credential" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension APICall {
    /// The call with a credential, as the profile's scheme carries it.
    func carrying(
        _ credential: Credential?, _ auth: ProfileAuth, _ values: [String: String]
    ) -> APICall {
        guard let credential else { return self }
        let prefix: String? =
            switch auth.scheme {
            case .none: nil
            case .basic: "Basic "
            case .token, .cookie: auth.prefix
            }
        guard let prefix else { return self }
        let values = values.merging(["account": credential.account]) { _, own in own }
        return auth.headers
            .filter { !$0.template.isVoid(with: values) }
            .reduce(header(auth.header, prefix + credential.secret, isSecret: true)) {
                $0.header($1.name, $1.template.filled(with: values))
            }
    }
}

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
    /// What else the login gave for later calls, by the names that the profile has for it.
    var given: [String: String] = [:]
    /// When it ends; milliseconds since 1970, nil when that isn't known.
    var expiresAt: Int64?

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
        given.merging(
            ["account": account, "token": secret, "refreshToken": refreshToken ?? ""]
        ) { _, own in own }
    }

    /// What may be seen nowhere.
    var secrets: [String] { [secret, refreshToken].compactMap(\.self) + given.values.sorted() }

    var description: String { "Credential" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension APICall {
    /// The call with a credential, as the profile's scheme carries it.
    func carrying(
        _ credential: Credential?, _ auth: ProfileAuth, _ values: [String: String]
    ) -> APICall {
        guard let credential, auth.scheme != .none else { return self }
        let values = credential.values.merging(values) { _, own in own }
        let secret =
            auth.pair.map { Data($0.filled(with: values).utf8).base64EncodedString() }
            ?? credential.secret
        let isElsewhere = auth.scheme == .places || auth.query != nil
        // A token that is its header's whole value is known by that.
        let isMore = auth.pair != nil || !credential.given.isEmpty
        let call =
            isElsewhere || isMore
            ? hiding(credential.secrets + [secret], isInQueryOrBody: isElsewhere) : self
        let dressed =
            switch (auth.scheme, auth.query) {
            case (.none, _), (.places, _): call
            case (.basic, _): call.header(auth.header, "Basic " + secret, isSecret: true)
            case (.token, let name?), (.cookie, let name?): call.query(name, secret)
            case (.token, nil), (.cookie, nil):
                call.header(auth.header, auth.prefix + secret, isSecret: true)
            }
        return auth.headers
            .filter { !$0.template.isVoid(with: values) }
            .reduce(dressed) {
                $0.header(
                    $1.name, $1.template.filled(with: values), isSecret: auth.isSecret($1.template))
            }
    }
}

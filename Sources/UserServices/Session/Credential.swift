import FoundationEssentials
import SluiceHTTP

/// What a request carries to say who asks; never printed.
struct Credential: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What the header carries, without the prefix: a token, or Basic's pair in base 64.
    let secret: String

    init(secret: String) { self.secret = secret }

    /// The pair of HTTP's basic authentication (RFC 7617).
    init(basic name: String, _ password: String) {
        secret = Data("\(name):\(password)".utf8).base64EncodedString()
    }

    var description: String { "Credential" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension APICall {
    /// The call with a credential, as the profile's scheme carries it.
    func carrying(_ credential: Credential?, _ auth: ProfileAuth) -> APICall {
        guard let credential else { return self }
        switch auth.scheme {
        case .none: return self
        case .basic: return header("Authorization", "Basic \(credential.secret)", isSecret: true)
        case .token: return header(auth.header, auth.prefix + credential.secret, isSecret: true)
        }
    }
}

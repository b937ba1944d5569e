import SluiceHTTP

/// What makes two base URLs the same server, for the cache and the tokens.
///
/// The query isn't part of it (`sample:?fault=offline` has the cache of `sample:`), nor is a user in
/// the URL; variables are, for the cache, since another collection holds other people.
struct ServerIdentity: Sendable, Hashable {
    /// The server alone: `http://127.0.0.1:8888/v1`.
    let server: String
    /// The directory on it: the server, and the values of the profile's variables.
    let directory: String

    /// Variables that are `secret` are told apart by a fingerprint, since the cache keeps this text.
    init(_ url: HTTPURL, variables: [String: String], secret: Set<String> = []) {
        var path = Substring(url.path)
        while path.hasSuffix("/") { path.removeLast() }
        var address = "\(url.scheme):"
        if !url.host.isEmpty {
            address += "//\(url.host)"
            // The scheme's own port, written or not, is the same server.
            let isOwn = url.port == ["http": 80, "https": 443][url.scheme]
            if let port = url.port, !isOwn { address += ":\(port)" }
        }
        server = address + path
        let pairs = variables.sorted { $0.key < $1.key }
            .map { name, value in
                let shown = secret.contains(name) ? Fingerprint.of("\(name)=\(value)") : value
                return "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(shown))"
            }
        directory = pairs.isEmpty ? server : server + "?" + pairs.joined(separator: "&")
    }
}

extension Profile {
    /// The variables that are named like a secret, or that fill a field, a query item or a member of a
    /// body which is.
    var secretVariables: Set<String> {
        let logins = [auth.login, auth.refresh].compactMap(\.self)
        let session =
            logins.flatMap { [$0.call, $0.before?.call] } + [auth.logout, auth.whoAmI?.call]
        let calls =
            ([list.call, detail?.call] + searches.map(\.call) + session).compactMap(\.self)
        let fields = (headers + auth.headers + calls.flatMap(\.headers))
            .filter { Redaction.isSecretHeader($0.name) }
        let items = (query + calls.flatMap(\.query) + calls.flatMap { $0.body?.members ?? [] })
            .filter { Redaction.isSecretName($0.name) }
        return Set(
            variables.keys.filter { name in
                Redaction.isSecretName(name)
                    || (fields + items).contains { $0.template.mentions(name) }
            })
    }
}

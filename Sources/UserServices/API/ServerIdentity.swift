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

    init(_ url: HTTPURL, variables: [String: String]) {
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
            .map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }
        directory = pairs.isEmpty ? server : server + "?" + pairs.joined(separator: "&")
    }
}

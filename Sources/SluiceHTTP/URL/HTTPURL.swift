/// A URL that a request can go to: scheme, authority, path and query, and no fragment.
///
/// Any scheme can be represented, since a transport may serve one of its own (`sample:/v3/me`).
/// `description` leaves secrets out, so that a URL can be printed without a thought; `text` is the
/// whole. Grammar: RFC 3986.
public struct HTTPURL: Sendable, Hashable {
    /// The scheme, in lower case: `https`.
    public let scheme: String
    /// What stands before the `@`, percent-encoded; a secret.
    public internal(set) var userInfo: String?
    /// The host in lower case, an IPv6 address in its brackets; empty where the scheme has none.
    public let host: String
    /// The port, if one is written.
    public let port: Int?
    /// The percent-encoded path; empty or beginning with `/`.
    public var path: String
    /// The percent-encoded query without its `?`; nil when there is none.
    public var query: String?

    /// Reads a URL; nil when `text` has no scheme, or names `http(s)` without a host.
    ///
    /// Characters that may not stand in a URL are percent-encoded, and a fragment is dropped.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        guard Self.isScheme(scheme) else { return nil }
        var rest = text[text.index(after: colon)...]
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }

        var authority = Authority()
        if rest.hasPrefix("//") {
            let start = rest.index(rest.startIndex, offsetBy: 2)
            let end = rest[start...].firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            guard let read = Authority(rest[start..<end]) else { return nil }
            authority = read
            rest = rest[end...]
        }
        if authority.host.isEmpty, scheme == "http" || scheme == "https" { return nil }

        self.scheme = scheme
        userInfo = authority.userInfo
        host = authority.host
        port = authority.port
        let mark = rest.firstIndex(of: "?")
        path = PercentEncoding.repair(rest[..<(mark ?? rest.endIndex)])
        query = mark.map { PercentEncoding.repair(rest[rest.index(after: $0)...]) }
    }

    /// The whole URL, secrets included: for a transport, never for a person.
    public var text: String { compose(userInfo: userInfo, query: query) }

    /// Where it leads to, which decides what a redirect may carry along.
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// Whether the scheme is `http` or `https`.
    public var isHTTP: Bool { scheme == "http" || scheme == "https" }

    func compose(userInfo: String?, query: String?) -> String {
        var text = scheme + ":"
        if !host.isEmpty {
            text += "//"
            if let userInfo { text += userInfo + "@" }
            text += host
            if let port { text += ":\(port)" }
        }
        text += path
        if let query { text += "?" + query }
        return text
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
        else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

/// Scheme, host and port: two URLs with the same origin belong to one server (RFC 6454).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme, in lower case.
    public let scheme: String
    /// The host, in lower case.
    public let host: String
    /// The port, the scheme's own if none was written; nil where the scheme has none.
    public let port: Int?

    init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? Self.ownPort(of: scheme)
    }

    private static func ownPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// `https://api.example.com:443`.
    public var description: String {
        scheme + (host.isEmpty ? ":" : "://" + host + (port.map { ":\($0)" } ?? ""))
    }
}

/// What stands between `//` and the path.
private struct Authority {
    var userInfo: String?
    var host = ""
    var port: Int?

    init() {}

    init?(_ text: Substring) {
        var rest = text
        if let at = rest.lastIndex(of: "@") {
            userInfo = PercentEncoding.repair(rest[..<at])
            rest = rest[rest.index(after: at)...]
        }
        let hostEnd: Substring.Index
        if rest.first == "[" {
            guard let bracket = rest.firstIndex(of: "]") else { return nil }
            hostEnd = rest.index(after: bracket)
        } else {
            hostEnd = rest.firstIndex(of: ":") ?? rest.endIndex
        }
        host = rest[..<hostEnd].lowercased()
        guard host.utf8.allSatisfy(Self.isHostByte) else { return nil }
        let tail = rest[hostEnd...]
        guard !tail.isEmpty else { return }
        guard tail.first == ":" else { return nil }
        let digits = tail.dropFirst()
        guard !digits.isEmpty else { return }
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(digits)
        else { return nil }
        port = Int(number)
    }

    /// A host may hold no character that means something elsewhere; names beyond ASCII are curl's to map.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}

/// What must not be shown: which names mark a secret, and how texts are freed of one.
package enum Redaction {
    /// What stands where a secret stood.
    package static let mask = "[redacted]"

    /// Whether the value of a header is a credential, by the header's name.
    package static func isSecretHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        switch name {
        case "authorization", "proxy-authorization", "cookie", "set-cookie",
            "authentication-info":
            return true
        default: return name != "www-authenticate" && isSecretName(name)
        }
    }

    /// Whether the value of a query item or a JSON member is a secret, by its name.
    package static func isSecretName(_ name: some StringProtocol) -> Bool {
        // Bytes, for each call has a label that is looked through, and a search in text is slow.
        let letters = name.utf8.filter(isLetter).map(\.lowercasedASCII)
        guard letters.count >= shortestName else { return false }
        return exactNames.contains(letters)
            || letters.indices.contains { start in
                nameParts.contains { letters[start...].starts(with: $0) }
            }
    }

    /// Whether a query item leads to a page, though it is named like a secret; Kinto's `_token`, say.
    static func isPageToken(_ name: some StringProtocol) -> Bool {
        pageTokens.contains(name.lowercased())
    }

    private static let pageTokens: Set<String> = [
        "_token", "page_token", "pagetoken", "page[token]", "next_token", "nexttoken",
        "next_page_token", "nextpagetoken", "continuation_token", "continuationtoken",
        "pagination_token", "paginationtoken", "$skiptoken",
    ]

    /// The response headers that an error shows; others might be credentials of the server's making.
    static func isShownResponseHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        return shownHeaders.contains(name) || name.hasPrefix("x-ratelimit")
            || name.hasPrefix("ratelimit")
    }

    /// A query, or a form, with the values masked of items that are named like a secret.
    static func maskQuery(_ query: String) -> String {
        let items = query.split(separator: "&", omittingEmptySubsequences: false)
        guard items.contains(where: hasSecret) else { return query }
        return items.map { hasSecret($0) ? $0.prefix { $0 != "=" } + "=" + mask : String($0) }
            .joined(separator: "&")
    }

    private static func hasSecret(_ item: Substring) -> Bool {
        guard let end = item.firstIndex(of: "=") else { return false }
        return isSecretName(PercentEncoding.decode(item[..<end]))
    }

    /// A field's value, with the queries masked of URLs in it, as `Link` and `Location` have them.
    static func maskURLs(_ value: String) -> String {
        value.split(separator: "?", omittingEmptySubsequences: false).enumerated()
            .map { index, part in
                guard index > 0 else { return String(part) }
                let query = part.prefix { $0 != ">" && $0 != " " && $0 != "," && $0 != "#" }
                return maskQuery(String(query)) + part.dropFirst(query.count)
            }.joined(separator: "?")
    }

    private static let exactNames = Set(
        [
            "auth", "jwt", "key", "otp", "pass", "passwd", "pin", "pwd", "sid", "sig", "session",
            "sessionid",
        ].map { Array($0.utf8) })
    private static let nameParts = [
        "accesskey", "apikey", "authorization", "bearer", "cookie", "credential", "passphrase",
        "password", "privatekey", "secret", "signature", "token",
    ].map { Array($0.utf8) }
    /// How many letters the shortest name of a secret has.
    private static let shortestName = 3
    private static let shownHeaders: Set<String> = [
        "age", "allow", "cache-control", "content-encoding", "content-language", "content-length",
        "content-type", "date", "etag", "expires", "last-modified", "retry-after", "server", "vary",
        "via", "www-authenticate", "x-request-id",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte.lowercasedASCII)
    }
}

extension HTTPURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL without its secrets: no user, and no value of a query item named like one.
    public var description: String {
        compose(userInfo: userInfo.map { _ in Redaction.mask }, query: queryDescription)
    }

    /// Path and query, without secrets: what a call is named.
    var pathDescription: String {
        (path.isEmpty ? "/" : path) + (queryDescription.map { "?" + $0 } ?? "")
    }

    /// Whether there is a secret in it: a user, or a query item named like one, pages' tokens aside.
    var holdsSecret: Bool {
        userInfo != nil
            || (query ?? "").split(separator: "&").contains { item in
                let name = PercentEncoding.decode(item.prefix { $0 != "=" })
                return Redaction.isSecretName(name) && !Redaction.isPageToken(name)
            }
    }

    private var queryDescription: String? {
        query.map(Redaction.maskQuery)
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// The same, for `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

import SluiceHTTP

/// The cookies that a server has set, as they are sent back (RFC 6265 §5.4): names and values alone,
/// since they go to this server only and last as long as the session that they stand for.
struct CookieJar: Sendable {
    private var cookies: [(name: String, value: String)] = []

    var isEmpty: Bool { cookies.isEmpty }

    /// `a=1; b=2`.
    var header: String { cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

    /// The values alone.
    var values: [String] { cookies.map(\.value) }

    /// The value of a cookie; a `*` at the end of its name stands for any ending.
    subscript(name: String) -> String? { cookie(name)?.value }

    /// A cookie as it is sent back: `session_5000=abc`; all of them for `*`.
    func sent(_ name: String) -> String? {
        if name == "*" { return isEmpty ? nil : header }
        return cookie(name).map { "\($0.name)=\($0.value)" }
    }

    private func cookie(_ name: String) -> (name: String, value: String)? {
        guard name.hasSuffix("*") else { return cookies.first { $0.name == name } }
        let beginning = name.dropLast()
        return cookies.first { $0.name.hasPrefix(beginning) }
    }

    /// Takes the cookies that an answer sets; one set to nothing, or to last no time, is gone.
    mutating func take(_ response: HTTPResponse) {
        for field in response.headers.fields where field.name.lowercased() == "set-cookie" {
            let parts = field.value.split(separator: ";")
            let pair = (parts.first ?? "").split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let name = Self.trimmed(pair[0])
            let isGone = parts.dropFirst().contains {
                Self.trimmed($0).lowercased() == "max-age=0"
            }
            cookies.removeAll { $0.name == name }
            let value = Self.trimmed(pair[1])
            if !isGone, !value.isEmpty { cookies.append((name, value)) }
        }
    }

    /// These cookies, and those of a later answer in place of the same.
    func overlaid(with later: CookieJar) -> CookieJar {
        var jar = self
        for cookie in later.cookies {
            jar.cookies.removeAll { $0.name == cookie.name }
            jar.cookies.append(cookie)
        }
        return jar
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

import FoundationEssentials
import Glibc

/// Frees texts of the secrets of one request, wherever a server or a library repeats them.
package struct Redactor: Sendable {
    /// The longest first, so that a token goes before a part of it.
    private var secrets: [String] = []

    init(_ request: HTTPRequest) { self.init([request]) }

    /// Knows the secrets of all these requests.
    init(_ requests: [HTTPRequest]) { learn(requests.flatMap(Self.secrets)) }

    /// Knows no secret yet.
    package init() {}

    /// Takes further secrets; whether there was one that wasn't known.
    @discardableResult
    package mutating func learn(_ found: [String]) -> Bool {
        // Shorter ones are found in every text, and guessed as soon.
        let spelled = Set(found.flatMap(Self.spellings))
            .filter { $0.utf8.count >= 3 && $0 != Redaction.mask }
        guard !spelled.isSubset(of: secrets) else { return false }
        secrets = spelled.union(secrets)
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
        return true
    }

    /// What of a request and of its answer's fields is a secret.
    package static func secrets(of exchange: TakenExchange) -> [String] {
        var secrets = secrets(of: exchange.request)
        guard case .success(let response)? = exchange.result else { return secrets }
        for field in response.headers.fields where field.isSecret {
            let isCookie = field.name.equalsIgnoringASCIICase("Set-Cookie")
            let pair = field.value.prefix { $0 != ";" }
            secrets +=
                isCookie ? [String(pair.drop { $0 != "=" }.dropFirst())] : parts(of: field)
        }
        return secrets
    }

    private static func secrets(of request: HTTPRequest) -> [String] {
        var secrets = request.secrets
        for field in request.headers.fields where field.isSecret {
            secrets += parts(of: field)
        }
        if let userInfo = request.url.userInfo {
            secrets += userInfo.split(separator: ":").dropFirst().map(String.init)
        }
        for item in (request.url.query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1)
            if parts.count == 2, Redaction.isSecretName(PercentEncoding.decode(parts[0])) {
                secrets.append(String(parts[1]))
            }
        }
        return secrets
    }

    /// What of a credential a server may repeat: the token without its scheme, one cookie, the password.
    static func parts(of field: HTTPHeaders.Field) -> [String] {
        let words = field.value.split(separator: " ").map(String.init)
        var parts = [field.value] + words.dropFirst()
        if field.name.equalsIgnoringASCIICase("Cookie") {
            parts += field.value.split(separator: ";").map { cookie in
                String(cookie.drop { $0 != "=" }.dropFirst())
            }
        }
        if words.count == 2, words[0].equalsIgnoringASCIICase("Basic"),
            let bytes = Data(base64Encoded: words[1])
        {
            let pair = String(decoding: bytes, as: UTF8.self)
            parts.append(String(pair.drop { $0 != ":" }.dropFirst()))
        }
        return parts
    }

    /// A secret as it may be written: as it is, in a URL, in a JSON string, and in one that quotes another.
    private static func spellings(of secret: String) -> [String] {
        func escape(_ text: String) -> String {
            String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
        }
        return [
            secret, PercentEncoding.encode(secret), PercentEncoding.decode(secret), escape(secret),
            escape(escape(secret)),
        ]
    }

    /// The text with each known secret masked.
    package func clean(_ text: String) -> String {
        var text = text
        for secret in secrets where text.utf8.count >= secret.utf8.count {
            text = Self.replace(secret, in: text)
        }
        return text
    }

    /// A body with known secrets masked, and each JSON string whose name says that it is one.
    ///
    /// Works by the quotes alone, since a body in an error is often no JSON, or cut.
    func cleanBody(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var cleaned: [UInt8] = []
        var copied = 0
        var key: Range<Int>?
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            let close = Self.closingQuote(in: bytes, after: open)
            let content = open + 1..<close
            if let name = key, Self.isColon(bytes[name.upperBound + 1..<open]),
                Redaction.isSecretName(String(decoding: bytes[name], as: UTF8.self))
            {
                cleaned += bytes[copied...open]
                cleaned += Redaction.mask.utf8
                copied = close
            }
            key = content
            index = min(close + 1, bytes.count)
        }
        cleaned += bytes[copied...]
        return clean(String(decoding: cleaned, as: UTF8.self))
    }

    /// Where the string that begins at `open` ends; the end of the text for one that the cap has cut.
    private static func closingQuote(in bytes: [UInt8], after open: Int) -> Int {
        var index = open + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private static func isColon(_ gap: ArraySlice<UInt8>) -> Bool {
        gap.contains(UInt8(ascii: ":"))
            && gap.allSatisfy { $0 == UInt8(ascii: ":") || $0 <= 0x20 }
    }

    /// Looks for the first byte by `memchr`: an error's texts are searched for every secret's every spelling.
    private static func replace(_ secret: String, in text: String) -> String {
        let needle = Array(secret.utf8)
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress else { return }
            var index = 0
            while index <= raw.count - needle.count,
                let found = memchr(
                    start + index, Int32(needle[0]), raw.count - needle.count - index + 1)
            {
                index = UnsafeRawPointer(found) - start
                if memcmp(found, needle, needle.count) == 0 {
                    result += raw[copied..<index]
                    result += Redaction.mask.utf8
                    index += needle.count
                    copied = index
                } else {
                    index += 1
                }
            }
            result += raw[copied...]
        }
        return copied > 0 ? String(decoding: result, as: UTF8.self) : text
    }
}

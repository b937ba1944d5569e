/// Named texts as a JSON object, in one form only: sorted by name, so that equal ones are equal bytes.
enum AttributesText {
    /// The object; nil for no attributes.
    static func encoded(_ attributes: [String: String]) -> String? {
        if attributes.isEmpty { return nil }
        let members = attributes.sorted { $0.key < $1.key }
            .map { "\(quoted($0.key)):\(quoted($0.value))" }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// The texts of an object; what isn't one gives those before the fault.
    static func decoded(_ text: String) -> [String: String] {
        var attributes: [String: String] = [:]
        var strings = QuotedStrings(text)
        while let name = strings.next(), let value = strings.next() { attributes[name] = value }
        return attributes
    }

    /// A JSON string: quotes, backslashes and controls escaped (RFC 8259, section 7).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The strings of a text that was written by `AttributesText`, one after the other.
private struct QuotedStrings {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) { rest = Substring(text).unicodeScalars }

    mutating func next() -> String? {
        guard let start = rest.firstIndex(of: "\"") else { return nil }
        rest = rest[rest.index(after: start)...]
        var scalars = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(scalars)
            case "\\": if let escaped = escaped() { scalars.append(escaped) }
            default: scalars.append(scalar)
            }
        }
        return nil
    }

    private mutating func escaped() -> Unicode.Scalar? {
        guard let scalar = rest.popFirst() else { return nil }
        guard scalar == "u" else { return scalar }
        let digits = String(rest.prefix(4))
        rest = rest.dropFirst(4)
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }
}

/// JSON written by hand: small, lossless, and one line.
enum JSONText {
    /// A record as an object, in the record's order.
    static func object(_ record: Record) -> String { object(record.fields) }

    /// Named values as an object, in their order.
    static func object(_ fields: [Record.Field]) -> String {
        "{" + fields.map { "\(string($0.name)):\(value($0.value))" }.joined(separator: ",") + "}"
    }

    /// One value.
    static func value(_ value: FieldValue) -> String {
        switch value {
        case .null: "null"
        case .text(let text): string(text)
        case .integer(let number), .bytes(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .time(let milliseconds): string(Timestamp.rfc3339(milliseconds))
        case .object(let fields): object(fields)
        case .list(let values): "[" + values.map(Self.value).joined(separator: ",") + "]"
        }
    }

    /// A string in quotes. Controls, line separators and bidirectional controls are written as
    /// escapes, which loses nothing and keeps a terminal safe.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value <= 0xFFFF, VisibleText.isHidden(scalar) {
                    result += unicodeEscape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// A scalar of the basic plane as `\u001B`.
    static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

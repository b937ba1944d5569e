/// Rows of separated values, for other programs.
enum SeparatedText {
    /// A row of tab-separated values. Tabs, line breaks, backslashes and controls in a value are
    /// written as `\t`, `\n`, `\r`, `\\` and `\u001B`, so that a row is always one line.
    static func tsv(_ cells: [String]) -> String {
        cells.map(escapeForTSV).joined(separator: "\t")
    }

    /// A row of comma-separated values (RFC 4180): quoted where it must be, quotes doubled.
    /// Controls other than tabs and line breaks are written as `\u001B`.
    static func csv(_ cells: [String]) -> String {
        cells.map(quoteForCSV).joined(separator: ",")
    }

    /// A value as one cell: unknown is empty, times are RFC 3339, composed values are JSON.
    static func cell(_ value: FieldValue) -> String {
        switch value {
        case .null: ""
        case .text(let text): text
        case .integer, .bytes, .flag: JSONText.value(value)
        case .time(let milliseconds): Timestamp.rfc3339(milliseconds)
        case .object(let fields): fields.isEmpty ? "" : JSONText.object(fields)
        case .list(let values): values.isEmpty ? "" : JSONText.value(value)
        }
    }

    private static func escapeForTSV(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            default:
                if breaksLine(scalar) {
                    result += JSONText.unicodeEscape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func quoteForCSV(_ text: String) -> String {
        var result = ""
        var needsQuotes = text.first == " " || text.last == " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"":
                needsQuotes = true
                result += "\"\""
            case ",", "\n", "\r", "\t":
                needsQuotes = true
                result.unicodeScalars.append(scalar)
            default:
                if breaksLine(scalar) {
                    result += JSONText.unicodeEscape(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return needsQuotes ? "\"\(result)\"" : result
    }

    /// Controls, and what some readers of lines take for the end of one.
    private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}

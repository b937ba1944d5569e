/// Splits a typed line into words.
///
/// A quote, single or double, opens only at the start of a word, so that `search O'Brien` needs
/// none. Between double quotes `\"` and `\\` stand for a quote and a backslash; nothing else is
/// special, on this line or any other.
enum LineSplitter {
    /// The line's words. Throws when a quote isn't closed.
    static func words(of line: String) throws(UsageError) -> [String] {
        var words: [String] = []
        var rest = Substring(line)
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return words }
            if first == "'" || first == "\"" {
                rest.removeFirst()
                words.append(try quoted(&rest, by: first))
            } else {
                words.append(String(rest.prefix { !$0.isWhitespace }))
                rest = rest.drop { !$0.isWhitespace }
            }
        }
    }

    /// The word up to the closing quote, and whatever follows that without a blank.
    private static func quoted(
        _ rest: inout Substring, by quote: Character
    ) throws(UsageError) -> String {
        var word = ""
        while let character = rest.popFirst() {
            if character == quote {
                word += rest.prefix { !$0.isWhitespace }
                rest = rest.drop { !$0.isWhitespace }
                return word
            }
            if character == "\\", quote == "\"", let next = rest.first, next == "\"" || next == "\\"
            {
                word.append(next)
                rest.removeFirst()
            } else {
                word.append(character)
            }
        }
        throw UsageError(
            "A \(quote) opens a quoted word and none closes it.",
            hint: "Close it, or put it inside a word if it is meant as it stands.")
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    var trimmed: String { String(drop { $0.isWhitespace }).trimmedEnd }

    /// The text without blanks at its end.
    var trimmedEnd: String {
        var rest = self[...]
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}

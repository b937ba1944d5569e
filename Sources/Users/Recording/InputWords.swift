import SluiceFlow

/// The text of a recorded input, word by word: bare words, and texts in quotes.
///
/// `"O'Brien" limit 5` is a search, `page 2 sort "email" fresh` a list.
struct InputWords {
    private struct Word {
        var text: String
        var isQuoted: Bool
    }

    private var rest: ArraySlice<Word>

    /// Takes a text apart; nil for quotes that don't end.
    init?(_ text: String) {
        var words: [Word] = []
        var characters = text[...]
        while let first = characters.first {
            if first == " " {
                characters.removeFirst()
            } else if first == "\"" {
                characters.removeFirst()
                guard let word = Self.quoted(&characters) else { return nil }
                words.append(Word(text: word, isQuoted: true))
            } else {
                let word = characters.prefix { $0 != " " }
                words.append(Word(text: String(word), isQuoted: false))
                characters.removeFirst(word.count)
            }
        }
        rest = words[...]
    }

    private static func quoted(_ characters: inout Substring) -> String? {
        var word = ""
        while let next = characters.popFirst() {
            switch next {
            case "\"": return word
            case "\\":
                guard let escaped = characters.popFirst() else { return nil }
                switch escaped {
                case "n": word.append("\n")
                case "r": word.append("\r")
                case "t": word.append("\t")
                default: word.append(escaped)
                }
            default: word.append(next)
            }
        }
        return nil
    }

    /// A text in quotes, as it is read again.
    static func quote(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }

    /// Whether every word has been taken.
    var isEmpty: Bool { rest.isEmpty }

    /// Takes the next word if it is this bare one.
    mutating func take(_ word: String) -> Bool {
        guard let next = rest.first, !next.isQuoted, next.text == word else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes the next word if it is a text in quotes.
    mutating func text() -> String? {
        guard let next = rest.first, next.isQuoted else { return nil }
        rest.removeFirst()
        return next.text
    }

    /// Takes the next word if it is a whole number.
    mutating func number<Number: FixedWidthInteger>() -> Number? {
        guard let next = rest.first, !next.isQuoted, let number = Number(next.text) else {
            return nil
        }
        rest.removeFirst()
        return number
    }

    /// Takes the number after a bare word, where that is next.
    mutating func number<Number: FixedWidthInteger>(after word: String) -> Number? {
        take(word) ? number() : nil
    }
}

import SluiceStore

/// What is searched for in the sample directory: people with a word, in a name or in their address
/// before its `@`, for each word typed that begins with it, without regard to case and accents.
///
/// Words are what the cache takes for words, so that a search finds the same people offline.
struct SampleSearch {
    /// A part of the text without blanks: the words in it, and the part as a whole.
    private struct Term {
        let words: [Substring]
        let text: String
    }

    private let terms: [Term]

    /// Reads what was typed.
    init(_ text: String) {
        terms = text.split(whereSeparator: \.isWhitespace).map { part in
            let part = String(part)
            return Term(
                words: SearchWords.index(part).split(separator: " "), text: Self.fold(part))
        }
    }

    /// Whether it finds a person. A text without a letter or digit, such as an emoji, is looked for
    /// as it is; an address may be typed whole.
    func finds(_ person: SamplePerson) -> Bool {
        let known = person.words
        return terms.allSatisfy { term in
            if term.words.isEmpty { return person.displayName.contains(term.text) }
            return term.words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
                || term.text.contains("@") && Self.fold(person.email).hasPrefix(term.text)
        }
    }

    private static let plain: [Character: String] = {
        let groups = [
            "a": "àáâãäåā", "c": "çćč", "e": "èéêëē", "i": "ìíîïī", "l": "ł", "n": "ñńň",
            "o": "òóôõöøō", "s": "śšş", "u": "ùúûüū", "y": "ýÿ", "z": "źžż", "ss": "ß",
        ]
        var plain: [Character: String] = [:]
        for (letter, accented) in groups { for character in accented { plain[character] = letter } }
        return plain
    }()

    /// The text to compare.
    static func fold(_ text: String) -> String {
        // Equal characters are equal whether composed or not, so a table of the composed will do.
        text.lowercased().reduce(into: "") { folded, character in
            if let letter = plain[character] {
                folded += letter
            } else {
                folded.append(character)
            }
        }
    }
}

/// The words that a row is found by, and those that a person typed.
///
/// Both are made by one rule, so that they meet: a word is a run of letters and digits, folded
/// (`TextFolding`). Each Han, kana or Hangul character starts a word too, since such text has no
/// spaces: 김민준 is found by 김, 민준 and 준. The index's tokenizer, `ascii`, then has only spaces to
/// find, and nothing a person types can be syntax to it.
package struct SearchWords {
    /// The words, a space between two, each once.
    private var bytes: [UInt8] = []
    private var words: [Range<Int>] = []
    /// Where the word that is being read begins, and its characters that start a word of their own.
    private var start = 0
    private var inner: [Int] = []

    /// A word from the middle of such text is cut here, so that a long text stays small in the index.
    private static let longestInnerWord = 12
    /// Words beyond these narrow a search no further; with them, anything pasted stays a search.
    private static let mostWords = 16

    // MARK: For the index

    /// The words of several texts, for the index.
    package static func index(_ texts: String?...) -> String {
        var words = SearchWords()
        for text in texts { if let text { words.add(text, startingInside: true) } }
        return String(decoding: words.bytes, as: UTF8.self)
    }

    // MARK: For a query

    /// The search for rows that have, for each word typed, one that begins with it; nil when there is no word.
    package static func prefixQuery(_ text: String) -> String? {
        query(text) { cut($0) + "\"*" }
    }

    /// The search for rows that have each word typed; nil when there is no word.
    package static func exactQuery(_ text: String) -> String? {
        query(text) { String(decoding: $0, as: UTF8.self) + "\"" }
    }

    /// The search for rows that have, for each word typed, one that begins with its first three letters,
    /// and the words for the function `begins`; nil when no word is longer than that.
    package static func nearQuery(_ text: String) -> (query: String, words: String)? {
        var typed: [String] = []
        var isLong = false
        let query = query(text) { word in
            let cut = cut(word)
            typed.append(cut)
            isLong = isLong || cut.unicodeScalars.count > 3
            return String(String.UnicodeScalarView(cut.unicodeScalars.prefix(3))) + "\"*"
        }
        guard let query, isLong else { return nil }
        return (query, typed.joined(separator: " "))
    }

    private static func query(
        _ text: String, _ term: (ArraySlice<UInt8>) -> String
    ) -> String? {
        var words = SearchWords()
        words.add(text, startingInside: false)
        if words.words.isEmpty { return nil }
        return words.words.prefix(mostWords)
            .map { "\"" + term(words.bytes[$0]) }
            .joined(separator: " ")
    }

    /// A typed word, no longer than the index has it.
    private static func cut(_ word: ArraySlice<UInt8>) -> String {
        let text = String(decoding: word, as: UTF8.self)
        guard let first = text.unicodeScalars.first, startsWord(first) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestInnerWord)))
    }

    // MARK: Reading

    private mutating func add(_ text: String, startingInside: Bool) {
        start = bytes.count
        var text = text
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        if isASCII {
            text.withUTF8 { bytes in for byte in bytes { add(byte) } }
        } else {
            for scalar in text.unicodeScalars { add(scalar, startingInside: startingInside) }
        }
        endWord()
    }

    private mutating func add(_ byte: UInt8) {
        let lower = TextFolding.lowercase(byte)
        if lower &- 0x61 < 26 || lower &- 0x30 < 10 {
            openWord()
            bytes.append(lower)
        } else {
            endWord()
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar, startingInside: Bool) {
        if scalar.isASCII { return add(UInt8(scalar.value)) }
        guard Self.isPartOfWord(scalar) else { return endWord() }
        openWord()
        if startingInside, Self.startsWord(scalar), bytes.count > start {
            inner.append(bytes.count)
        }
        let before = bytes.count
        TextFolding.append(scalar, to: &bytes)
        // A full-width sign folds to an ASCII one, which is no part of a word.
        if bytes.count == before + 1, let byte = bytes.last, byte < 0x80,
            !(byte &- 0x61 < 26 || byte &- 0x30 < 10)
        {
            bytes.removeLast()
            endWord()
        }
    }

    private mutating func openWord() {
        if bytes.count == start, !words.isEmpty, bytes.last != UInt8(ascii: " ") {
            bytes.append(UInt8(ascii: " "))
            start = bytes.count
        }
    }

    private mutating func endWord() {
        let end = bytes.count
        let begins = inner
        inner.removeAll(keepingCapacity: true)
        // A word that is here already brought its inner words along.
        guard keepWord(start..<end) else { return }
        for begin in begins { keepInnerWord(from: begin, to: end) }
    }

    /// Adds the part of the word that was kept last, from `begin`.
    private mutating func keepInnerWord(from begin: Int, to end: Int) {
        let word = Self.cut(bytes[begin..<end])
        openWord()
        bytes.append(contentsOf: word.utf8)
        keepWord(start..<bytes.count)
    }

    /// Keeps the last word, and says so, unless it is empty or here already.
    @discardableResult
    private mutating func keepWord(_ word: Range<Int>) -> Bool {
        guard !word.isEmpty else { return false }
        // Nobody's name has so many words: what is longer may hold one twice.
        let isNew = words.count >= 64 || !words.contains { isEqual($0, word) }
        if isNew { words.append(word) } else { bytes.removeSubrange(word) }
        start = bytes.count
        return isNew
    }

    private func isEqual(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            zip(one, other).allSatisfy { bytes[$0] == bytes[$1] }
        }
    }

    // MARK: Characters

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Whether a character is Han, kana or Hangul.
    private static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F,  // kana
            0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3,  // Hangul
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:  // Han
            true
        default: false
        }
    }
}

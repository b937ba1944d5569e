/// How many columns of a terminal a text takes.
///
/// It is counted by grapheme cluster, as terminals draw them: a combining mark takes nothing, an
/// ideograph or a picture two columns, and so do a flag, a family joined by zero-width joiners, and
/// a symbol followed by the emoji variation selector. Ambiguous widths count as one.
enum DisplayWidth {
    /// The columns that `text` takes; the text holds no control characters (`VisibleText` first).
    static func of(_ text: some StringProtocol) -> Int {
        var width = 0
        for character in text { width += of(character) }
        return width
    }

    /// The columns that one grapheme cluster takes: 0, 1 or 2.
    static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar == emojiPresentation || isRegionalIndicator(scalar) { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
            .paragraphSeparator, .surrogate:
            return 0
        default: break
        }
        // Vowels and finals of Hangul are drawn into the syllable that their initial began.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return WideRanges.contains(scalar) ? 2 : 1
    }
}

/// Text from a server, made safe to show: what could move the cursor or turn the reading order is
/// written out as an escape (C7).
///
/// Escaped are C0 and C1 controls, line and paragraph separators, bidirectional controls, and marks
/// that are invisible and change nothing but comparison (zero-width space, word joiner, BOM). The
/// zero-width joiners stay, since emoji sequences and several scripts are wrong without them.
enum VisibleText {
    /// The text with each such scalar as `\n`, `\t`, `\r` or `\u{…}`.
    static func escape(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isHidden(scalar) {
                result.append(contentsOf: escaped(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether the scalar is shown as an escape.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        case 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE001F: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}

/// Text without regard to case and accents: what a search and a condition compare.
package enum TextFolding {
    /// Lower case, accents removed, all else kept.
    package static func folded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How a text begins with another.
    package enum Beginning { case whole, part, no }

    /// Whether a text, folded, is or begins with one that is folded already; of ASCII, no string is made.
    package static func beginning(of text: String, is sought: [UInt8]) -> Beginning {
        var text = text
        let found: Beginning? = text.withUTF8 { bytes in
            for (index, byte) in bytes.enumerated() {
                if byte >= 0x80 { return nil }
                if index == sought.count { return .part }
                if lowercase(byte) != sought[index] { return .no }
            }
            return bytes.count == sought.count ? .whole : .no
        }
        if let found { return found }
        let folded = folded(text).utf8
        guard folded.starts(with: sought) else { return .no }
        return folded.count == sought.count ? .whole : .part
    }

    /// Adds the folded form of one character; nothing for an accent that stands alone.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isASCII {
            bytes.append(lowercase(UInt8(scalar.value)))
        } else if !isAccent(scalar) {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
                if let base = FoldingTable.base(of: lower) {
                    bytes.append(contentsOf: base.utf8)
                } else if let narrow = narrowForm(of: lower) {
                    bytes.append(narrow)
                } else {
                    bytes.append(contentsOf: UTF8.encode(lower) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
    }

    /// Lower case of one ASCII byte.
    @inline(__always)
    static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether a character is a mark that people leave out when they type.
    ///
    /// That is one above or below a letter, and a Hebrew or Arabic point. Told by its combining class; a vowel sign of an Indic script has class 0 and is kept.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        let order = scalar.properties.canonicalCombiningClass.rawValue
        return (10...36).contains(order) || order >= 200
    }

    /// The ASCII form, in lower case, of a full-width letter, digit or sign.
    private static func narrowForm(of scalar: Unicode.Scalar) -> UInt8? {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
        return lowercase(UInt8(scalar.value - 0xFF01 + 0x21))
    }
}

/// Text without regard to case and accents: what a search and a condition compare.
package enum TextFolding {
    /// Lower case, accents removed, all else kept.
    package static func folded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
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

/// A short name for a long text: FNV-1a in 64 bits, the same in every run.
///
/// Source: http://www.isthe.com/chongo/tech/comp/fnv/
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The name of what was added so far.
    var text: String { String(hash, radix: 16) }

    /// Adds a part, and an end that no text has in it, so that parts don't run into each other.
    mutating func add(_ part: String?) {
        guard var part else { return add(byte: 0xFE) }
        part.withUTF8 { bytes in for byte in bytes { add(byte: byte) } }
        add(byte: 0xFF)
    }

    /// Adds a number, or that there is none.
    mutating func add(_ number: Int64?) { add(number.map(String.init)) }

    private mutating func add(byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    /// The name of a text.
    static func of(_ text: String) -> String { of(text.utf8) }

    /// The name of a text's bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> String {
        var fingerprint = Fingerprint()
        for byte in bytes { fingerprint.add(byte: byte) }
        return fingerprint.text
    }
}

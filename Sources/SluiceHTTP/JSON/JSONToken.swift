/// One entry of the tape, in 64 bits: kind (3), flag (1), length (28) and offset (32).
///
/// For a string, `length` counts its raw bytes without the quotes and `offset` is that of the first
/// of them; for a number both cover its text. A container's `length` is the number of tokens up to
/// and including its `end`, so that it is skipped in one step.
struct JSONToken {
    /// What stands at this place of the document.
    enum Kind: UInt64 {
        case object, array, string, number, yes, no, null
        /// Closes the innermost container; its offset is that of the bracket.
        case end
    }

    /// No document may be longer, or a length wouldn't fit.
    static let lengthLimit = 1 << 28

    var bits: UInt64

    @inline(__always)
    init(_ kind: Kind, offset: Int, length: Int, hasEscape: Bool = false) {
        bits =
            kind.rawValue << 61 | (hasEscape ? 1 << 60 : 0)
            | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
    }

    /// The kind's bits, to compare without making an optional of them.
    @inline(__always) var rawKind: UInt64 { bits >> 61 }
    /// The kind. Spelt out, as the compiler's own conversion is a call.
    @inline(__always) var kind: Kind {
        switch rawKind {
        case Kind.object.rawValue: .object
        case Kind.array.rawValue: .array
        case Kind.string.rawValue: .string
        case Kind.number.rawValue: .number
        case Kind.yes.rawValue: .yes
        case Kind.no.rawValue: .no
        case Kind.null.rawValue: .null
        default: .end
        }
    }
    /// Whether a string holds a backslash, and so differs from its raw bytes.
    @inline(__always) var hasEscape: Bool { bits & (1 << 60) != 0 }
    @inline(__always) var length: Int { Int(truncatingIfNeeded: bits >> 32 & 0x0fff_ffff) }
    @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits & 0xffff_ffff) }
    /// How many tokens this value takes.
    @inline(__always) var span: Int { rawKind <= Kind.array.rawValue ? length : 1 }
}

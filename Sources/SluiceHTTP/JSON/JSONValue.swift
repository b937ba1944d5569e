/// A view of one value in a document: three words, valid only while the document lends it.
///
/// Looking at it allocates nothing; `string`, `text` and `double` do.
package struct JSONValue {
    /// The six kinds of a JSON value.
    package enum Kind: String, Sendable {
        case object, array, string, number, bool, null
    }

    let source: UnsafePointer<UInt8>
    let tape: UnsafePointer<JSONToken>
    let index: Int

    @inline(__always)
    init(source: UnsafePointer<UInt8>, tape: UnsafePointer<JSONToken>, index: Int) {
        self.source = source
        self.tape = tape
        self.index = index
    }

    @inline(__always) var token: JSONToken { tape[index] }

    @inline(__always)
    func sibling(at index: Int) -> JSONValue {
        JSONValue(source: source, tape: tape, index: index)
    }

    /// What kind of value it is.
    package var kind: Kind {
        switch token.kind {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .yes, .no: .bool
        case .null, .end: .null
        }
    }

    /// Whether it is `null`.
    package var isNull: Bool { token.kind == .null }

    /// Where it stands in the document's bytes, quotes and brackets included.
    package var byteRange: Range<Int> {
        let token = token
        switch token.kind {
        case .object, .array:
            let end = tape[index + token.length - 1]
            return token.offset..<end.offset + 1
        case .string:
            return token.offset - 1..<token.offset + token.length + 1
        case .number, .yes, .no, .null, .end:
            return token.offset..<token.offset + token.length
        }
    }
}

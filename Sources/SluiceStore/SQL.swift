/// The text of a statement, fixed when the program was built.
///
/// Write it as a literal, or take it from a file embedded in the program. There is no way from a
/// `String` made at run time, and none to join two: what varies is bound.
///
/// ```swift
/// try connection.run("DELETE FROM note WHERE id = ?1", id)
/// ```
public struct SQL: Sendable, ExpressibleByStringLiteral {
    private enum Text: Sendable {
        case literal(StaticString)
        case embedded(EmbeddedText)
    }
    private let text: Text

    /// Takes a literal.
    public init(stringLiteral value: StaticString) { text = .literal(value) }

    /// Takes the text of a file embedded in the program: make it once, and keep it in a `static let`.
    public init(embedded bytes: [UInt8]) { text = .embedded(EmbeddedText(bytes)) }

    /// The same for every use of one literal or one embedded text.
    ///
    /// So finding a prepared statement compares no texts.
    var identity: UInt {
        switch text {
        case .literal(let literal):
            literal.hasPointerRepresentation
                ? UInt(bitPattern: literal.utf8Start) : UInt(literal.unicodeScalar.value)
        case .embedded(let text): UInt(bitPattern: ObjectIdentifier(text))
        }
    }

    /// Calls `body` with the text's bytes.
    func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        switch text {
        case .literal(let literal): literal.withUTF8Buffer(body)
        case .embedded(let text): text.bytes.withUnsafeBufferPointer(body)
        }
    }

    /// The text, for messages.
    var description: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// An embedded text with an identity of its own.
private final class EmbeddedText: Sendable {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

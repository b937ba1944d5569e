/// The path and query of a call, written as a string in which each value becomes one encoded segment.
///
///     client.get("/v3/user/\(id)/roles?scope=\(scope)")
///
/// Whatever is in a value (`/`, `..`, `?`, `@name:host`, a control character), it stays one segment,
/// or after the `?` one query value. What is written literally keeps its structure. An optional
/// doesn't compile: unwrap it, or the path would say `nil`.
public struct Path: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The percent-encoded path.
    public private(set) var encodedPath: String
    /// The percent-encoded query without its `?`; nil when there is none.
    public private(set) var encodedQuery: String?

    /// Takes text that is encoded already, as a server gave it; what may not stand in a URL is encoded.
    public init(encoded text: String) {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let repaired = PercentEncoding.repair(text[..<end])
        guard let mark = repaired.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            encodedPath = repaired
            return
        }
        encodedPath = String(repaired[..<mark])
        encodedQuery = String(repaired[repaired.index(after: mark)...])
    }

    /// Wraps a literal.
    public init(stringLiteral value: String) { self.init(encoded: value) }

    /// Joins the pieces of a literal with its values, encoded.
    public init(stringInterpolation: Interpolation) { self.init(encoded: stringInterpolation.text) }

    /// Adds `name=value` to the query, both encoded.
    public mutating func addQuery(_ name: String, _ value: some CustomStringConvertible) {
        let item = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value.description)
        encodedQuery = encodedQuery.map { $0.isEmpty ? item : $0 + "&" + item } ?? item
    }

    /// Gathers the literal parts as they are and the values encoded.
    public struct Interpolation: StringInterpolationProtocol {
        var text = ""

        /// Makes room for the text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds a part that was written literally.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value as one segment.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += PercentEncoding.encode(value.description)
        }
    }
}

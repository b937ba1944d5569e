/// Why some bytes are not a JSON document, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The first byte that can't be right, counted from the start of the given bytes.
    package var offset: Int
    /// What is wrong, without a subject: `expected a comma or "]"`.
    package var reason: String

    /// Makes an error.
    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

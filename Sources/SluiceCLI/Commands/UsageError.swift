package import SluiceFlow

/// A command line that can't be followed, with what would be right.
package struct UsageError: PresentableError, Hashable {
    /// One sentence: what is wrong.
    package var message: String
    /// What to type instead, or where to look.
    package var hint: String?

    /// Makes an error.
    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// Always `usage`.
    package var code: String { "usage" }
    /// Always the person's.
    package var kind: ErrorKind { .usage }
}

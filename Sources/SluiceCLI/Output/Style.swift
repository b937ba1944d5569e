/// The few terminal styles in use; asked for only where colour is on.
enum Style {
    /// Headings.
    static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
    /// What failed.
    static func red(_ text: String) -> String { "\u{1B}[31m\(text)\u{1B}[0m" }
    /// What is worth knowing.
    static func yellow(_ text: String) -> String { "\u{1B}[33m\(text)\u{1B}[0m" }
    /// Back to the line's start, and the line cleared.
    static let eraseLine = "\r\u{1B}[K"
}

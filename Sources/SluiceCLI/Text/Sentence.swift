/// What is said to a person: a whole sentence, whoever wrote it.
enum Sentence {
    /// The text with a full stop, unless it ends as a sentence does.
    static func ended(_ text: String) -> String {
        guard let last = text.last, !".!?…".contains(last) else { return text }
        return text + "."
    }

    /// The text without its full stop, to be gone on with.
    static func unended(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

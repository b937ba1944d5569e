/// What a person typed, as far as a message repeats it: enough to know it by, and not endless.
enum Echo {
    /// The most characters of a word.
    static let limit = 80
    /// The most characters of a URL, which holds a word and says where it went.
    static let urlLimit = 160

    /// The text, or its beginning.
    static func shortened(_ text: String, to limit: Int = limit) -> String {
        // Long is told by bytes first, since counting characters takes time.
        guard text.utf8.count > limit, text.count > limit else { return text }
        return text.prefix(limit - 1) + "…"
    }

    /// The text in quotes.
    static func quoted(_ text: String) -> String { "“\(shortened(text))”" }

    /// A message that begins with a method and a URL, the URL shortened.
    static func shortened(_ url: String, in message: String) -> String {
        guard url.utf8.count > urlLimit, let place = message.firstRange(of: url) else {
            return message
        }
        return message.replacingCharacters(in: place, with: shortened(url, to: urlLimit))
    }
}

extension String {
    fileprivate func replacingCharacters(
        in range: Range<Index>, with text: String
    ) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}

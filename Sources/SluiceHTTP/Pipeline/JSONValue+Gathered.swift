extension JSONValue {
    /// The texts in an array or an object, as an API says what is wrong with each field:
    /// `{"email": ["is taken"]}` is `email: is taken`. Nil where there are none; a few levels, and
    /// no more than a person reads.
    var gatheredText: String? {
        guard kind == .array || kind == .object else { return nil }
        let texts = texts(depth: 3).prefix(10)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    private func texts(depth: Int) -> [String] {
        if let string { return string.isEmpty ? [] : [string] }
        guard depth > 0 else { return [] }
        switch kind {
        case .array: return elements.prefix(10).flatMap { $0.texts(depth: depth - 1) }
        case .object:
            return members.prefix(10).flatMap { key, value in
                value.texts(depth: depth - 1).map { text in
                    key.string.map { "\($0): \(text)" } ?? text
                }
            }
        case .string, .number, .bool, .null: return []
        }
    }
}

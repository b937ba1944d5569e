import SluiceHTTP

extension ProfileObject {
    /// A string; numbers aren't taken for one.
    mutating func text(_ key: String) -> String? {
        guard let value = member(key, .text) else { return nil }
        if value.string == nil { noteKind(key, expected: "a string", found: value) }
        return value.string
    }

    /// A string that isn't empty, where there is one.
    mutating func word(_ key: String, _ kind: ProfileKey.Kind = .word) -> String? {
        guard let value = member(key, kind) else { return nil }
        if value.string == nil { noteKind(key, expected: "a string", found: value) }
        if value.string == "" { note(key, "empty; leave it out, or say which") }
        return value.string
    }

    /// The name of a header field.
    mutating func headerName(_ key: String) -> String? {
        let name = word(key, .headerName)
        if let name, !name.isEmpty { noteHeaderName(name, key) }
        return name
    }

    /// Notes a name that no header field can have (RFC 9110 §5.1).
    func noteHeaderName(_ name: String, _ key: String) {
        let signs = Set("!#$%&'*+-.^_`|~")
        let isName = name.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber) || signs.contains($0)
        }
        guard !isName || name.isEmpty else { return }
        note(key, "\"\(name)\" is no header's name; one is X-Api-Key")
    }

    /// A string that must be there, and not be empty.
    mutating func requiredText(_ key: String, _ kind: ProfileKey.Kind = .word) -> String {
        guard let value = member(key, kind, isNeeded: true) else {
            note(key, "missing; a string is needed")
            return ""
        }
        guard let text = value.string else {
            noteKind(key, expected: "a string", found: value)
            return ""
        }
        if text.isEmpty { note(key, "empty; a string is needed") }
        return text
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let value = member(key, .flag) else { return nil }
        if value.bool == nil { noteKind(key, expected: "true or false", found: value) }
        return value.bool
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = member(key, .integer(range)) else { return nil }
        guard let number = value.int.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            note(
                key,
                "expected a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "found \(found(value))")
            return nil
        }
        return number
    }

    /// A value as a message names it: that `"5"` is a string and no number is the mistake.
    private func found(_ value: JSONValue) -> String {
        switch value.kind {
        case .string: "the string \"\(Echo.shortened(value.string ?? ""))\""
        case .number, .bool: value.text ?? value.kind.rawValue
        case .null, .array, .object: value.kind.rawValue
        }
    }

    /// One of the words of an enumeration.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self, isNeeded: Bool = false
    ) -> Choice? {
        let words = Choice.allCases.map(\.rawValue)
        guard let value = member(key, .choice(words), isNeeded: isNeeded) else {
            if isNeeded { note(key, "missing; one of \(words.joined(separator: ", ")) is needed") }
            return nil
        }
        return choice(value, key)
    }

    /// One of the words of an enumeration, or several, in the order written.
    mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) -> [Choice]? {
        guard let value = member(key, .choices(Choice.allCases.map(\.rawValue))) else { return nil }
        guard value.kind == .array else { return choice(value, key).map { [$0] } }
        noteNone(value, key)
        return value.elements.compactMap { choice($0, key) }
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, _ key: String
    ) -> Choice? {
        guard let word = value.string else {
            noteKind(key, expected: "a string", found: value)
            return nil
        }
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map(\.rawValue)
            let nearest = Nearest.word(to: word, in: words).map { "; did you mean \"\($0)\"?" }
            note(
                key,
                "\"\(word)\" is not one of \(words.joined(separator: ", "))" + (nearest ?? ""))
            return nil
        }
        return choice
    }

    /// One text or several; numbers and booleans by their own text, as codes are written either way.
    mutating func texts(
        _ key: String, _ kind: ProfileKey.Kind = .texts, isNeeded: Bool = false
    ) -> [String]? {
        guard let value = member(key, kind, isNeeded: isNeeded) else { return nil }
        let elements = value.kind == .array ? Array(value.elements) : [value]
        if kind == .someTexts { noteNone(value, key) }
        return elements.compactMap { element in
            if element.text == nil {
                noteKind(key, expected: "text, or an array of it", found: element)
            }
            return element.text
        }
    }

    /// One text or several that have to be there.
    mutating func someTexts(_ key: String, _ what: String) -> [String] {
        if let texts = texts(key, .someTexts, isNeeded: true) { return texts }
        if !has(key) { note(key, "missing; \(what) is needed") }
        return []
    }

    private func noteNone(_ value: JSONValue, _ key: String) {
        if value.isEmptyContainer { note(key, "none; at least one is needed") }
    }

    /// HTTP statuses that mean something other than success.
    mutating func failures(_ key: String) -> [Int]? {
        let statuses = statuses(key)
        for status in statuses ?? [] where (200...299).contains(status) {
            note(key, "\(status) means success; a code in the body can say no then")
        }
        return statuses
    }

    /// HTTP statuses.
    mutating func statuses(_ key: String) -> [Int]? {
        texts(key, .statuses)?.compactMap { text in
            guard let status = Int(text), (100...999).contains(status) else {
                note(key, "\"\(text)\" is not an HTTP status from 100 to 999")
                return nil
            }
            return status
        }
    }

    /// A path into an answer.
    mutating func path(_ key: String) -> JSONPath? {
        guard let value = member(key, .path) else { return nil }
        guard let text = value.string else {
            noteKind(key, expected: "a path", found: value)
            return nil
        }
        return parsePath(text, key)
    }

    /// A path that must be there; the root where it isn't.
    mutating func requiredPath(_ key: String, _ what: String) -> JSONPath {
        if let value = member(key, .path, isNeeded: true) {
            guard let text = value.string else {
                noteKind(key, expected: "a path", found: value)
                return .root
            }
            return parsePath(text, key) ?? .root
        }
        note(key, "missing; the path of \(what) is needed")
        return .root
    }

    /// Paths to try in order.
    mutating func paths(_ key: String) -> [JSONPath] {
        (texts(key, .paths) ?? []).compactMap { parsePath($0, key) }
    }

    func parsePath(_ text: String, _ key: String) -> JSONPath? {
        do throws(JSONPathError) {
            return try JSONPath(text)
        } catch {
            note(
                key, "\"\(text)\" is not a path: \(error.reason) at character \(error.position + 1)"
            )
            return nil
        }
    }

    /// An object of texts, in the order written: variables, words for others.
    mutating func dictionary(
        _ key: String, _ kind: ProfileKey.Kind = .dictionary
    ) -> [(name: String, value: String)] {
        guard let value = member(key, kind) else { return [] }
        let pairs = read(value, at: key, as: path(of: key)) { object in
            object.allMembers().compactMap { name, value -> (name: String, value: String)? in
                guard let text = value.text else {
                    object.noteKind(name, expected: "text", found: value)
                    return nil
                }
                return (name, text)
            }
        }
        return pairs ?? []
    }
}

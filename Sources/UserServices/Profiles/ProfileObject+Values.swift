import SluiceHTTP

extension ProfileObject {
    /// A string; numbers aren't taken for one.
    mutating func text(_ key: String) -> String? {
        guard let value = member(key, .text) else { return nil }
        if value.string == nil { noteKind(key, expected: "a string", found: value) }
        return value.string
    }

    /// A string that must be there, and not be empty.
    mutating func requiredText(_ key: String) -> String {
        guard let value = member(key, .text) else {
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
                    + "found \(value.text ?? value.kind.rawValue)")
            return nil
        }
        return number
    }

    /// One of the words of an enumeration.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) -> Choice? {
        guard let value = member(key, .choice(Choice.allCases.map(\.rawValue))) else { return nil }
        return choice(value, key)
    }

    /// One of the words of an enumeration, or several, in the order written.
    mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, of type: Choice.Type = Choice.self
    ) -> [Choice]? {
        guard let value = member(key, .choices(Choice.allCases.map(\.rawValue))) else { return nil }
        guard value.kind == .array else { return choice(value, key).map { [$0] } }
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
    mutating func texts(_ key: String, _ kind: ProfileKey.Kind = .texts) -> [String]? {
        guard let value = member(key, kind) else { return nil }
        let elements = value.kind == .array ? Array(value.elements) : [value]
        return elements.compactMap { element in
            if element.text == nil {
                noteKind(key, expected: "text, or an array of it", found: element)
            }
            return element.text
        }
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
        if let value = member(key, .path) {
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

    /// An object of texts, in the order written: headers, variables.
    mutating func dictionary(_ key: String) -> [(name: String, value: String)] {
        guard let value = member(key, .dictionary) else { return [] }
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

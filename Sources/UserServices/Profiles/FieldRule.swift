import SluiceHTTP

/// Where one value stands: sources tried in order until one of them gives something.
///
/// In a profile: a path (`name.formatted`), a join (`{givenName} {familyName}`), `@key` for the
/// element's own key in an object of people or for the id that was asked for, an object with a
/// test (`{"path": "state", "equals": "active"}`), or an array of these.
struct FieldRule: Hashable, Sendable {
    /// One place a value may come from.
    enum Source: Hashable, Sendable {
        case path(JSONPath)
        /// The key under which the element stands.
        case key
        /// Texts and values in turn; gives nothing when all its values are missing.
        case join([Piece])
        /// What a test makes of the value at a path.
        case test(JSONPath, Test)
    }

    /// What is made of a value.
    enum Test: Hashable, Sendable {
        /// Whether its text is one of these.
        case equals([String])
        /// Whether its text is none of these.
        case differs([String])
        /// The opposite of a boolean.
        case not
        /// Whether there is something (true), or nothing (false); null and empty texts are nothing.
        case present(Bool)
        /// The text that is written for its text; others stay as they are.
        case map([String: String])
        /// A part of its text: what stands after the last of one mark, as the id at the end of a
        /// link, and before the first of another.
        case part(after: String?, before: String?)
    }

    /// A piece of a join.
    enum Piece: Hashable, Sendable {
        case text(String)
        case path(JSONPath)
    }

    var sources: [Source]

    /// Reads the rule at a key; nil where there is none.
    init?(_ object: inout ProfileObject, _ key: String) {
        let isID = key == UserField.id.rawValue
        guard let value = object.member(key, .rule, isNeeded: isID) else {
            object.describe("test") { _ = Self.test(&$0) }
            return nil
        }
        self.init(value, object, key)
    }

    /// Reads a rule.
    init?(_ value: JSONValue, _ object: ProfileObject, _ key: String) {
        guard value.kind == .array else {
            guard let source = Self.source(value, object, key) else { return nil }
            sources = [source]
            return
        }
        sources = value.elements.enumerated().compactMap { place, element in
            Self.source(element, object, "\(key)[\(place)]")
        }
        if sources.isEmpty { object.note(key, "expected at least one path") }
    }

    private static func source(
        _ value: JSONValue, _ object: ProfileObject, _ key: String
    ) -> Source? {
        switch value.kind {
        case .string:
            let text = value.string ?? ""
            if text == "@key" { return .key }
            if text.contains("{") { return .join(pieces(text, object, key)) }
            return object.parsePath(text, key).map { .path($0) }
        case .object:
            return object.read(value, at: key, as: "test") { test(&$0) } ?? nil
        default:
            object.noteKind(
                key, expected: "a path, an object with a test, or an array of them", found: value)
            return nil
        }
    }

    private static func test(_ object: inout ProfileObject) -> Source? {
        let path = object.requiredPath("path", "the value")
        let pairs = object.dictionary("map").map { ($0.name, $0.value) }
        let after = object.word("after")
        let before = object.word("before")
        let tests: [Test?] = [
            object.texts("equals", .someTexts).map { .equals($0) },
            object.texts("differs", .someTexts).map { .differs($0) },
            object.flag("not").flatMap { $0 ? .not : nil },
            object.flag("present").map { .present($0) },
            pairs.isEmpty ? nil : .map(Dictionary(pairs) { first, _ in first }),
            after == nil && before == nil ? nil : .part(after: after, before: before),
        ]
        let found = tests.compactMap(\.self)
        guard let test = found.first, found.count == 1 else {
            object.note(
                "equals",
                "expected one of equals, differs, not, present, map, after or before, and one only")
            return nil
        }
        return .test(path, test)
    }

    private static func pieces(
        _ text: String, _ object: ProfileObject, _ key: String
    ) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                object.note(key, "\"\(text)\" has a { without its }")
                return pieces
            }
            let path = object.parsePath(String(rest[rest.index(after: open)..<close]), key)
            if let path { pieces.append(.path(path)) }
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}

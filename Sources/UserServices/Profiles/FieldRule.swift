import SluiceHTTP

/// Where one value stands: sources tried in order until one of them gives something.
///
/// In a profile: a path (`name.formatted`), a join (`{givenName} {familyName}`), an object with a
/// test (`{"path": "state", "equals": "active"}`, `{"path": "locked", "not": true}`), or an array.
struct FieldRule: Hashable, Sendable {
    /// One place a value may come from.
    enum Source: Hashable, Sendable {
        case path(JSONPath)
        /// Texts and values in turn; gives nothing when all its values are missing.
        case join([Piece])
        /// Whether the value's text is this one.
        case equals(JSONPath, String)
        /// The opposite of a boolean.
        case not(JSONPath)
    }

    /// A piece of a join.
    enum Piece: Hashable, Sendable {
        case text(String)
        case path(JSONPath)
    }

    var sources: [Source]

    /// Reads a rule; nil where there is no value.
    init?(_ value: JSONValue?, _ object: ProfileObject, _ key: String) throws(ProfileError) {
        guard let value else { return nil }
        guard value.kind == .array else {
            sources = [try Self.source(value, object, key)]
            return
        }
        sources = []
        for (place, element) in value.elements.enumerated() {
            sources.append(try Self.source(element, object, "\(key)[\(place)]"))
        }
        if sources.isEmpty { throw object.error(key, "expected at least one path") }
    }

    private static func source(
        _ value: JSONValue, _ object: ProfileObject, _ key: String
    ) throws(ProfileError) -> Source {
        switch value.kind {
        case .string:
            let text = value.string ?? ""
            guard text.contains("{") else { return .path(try object.parsePath(text, key)) }
            return .join(try pieces(text, object, key))
        case .object:
            return try ProfileObject.read(value, at: object.path(of: key)) {
                test throws(ProfileError) in
                let path = try test.path("path") ?? .root
                if let text = try test.texts("equals")?.first { return .equals(path, text) }
                guard try test.flag("not", otherwise: false) else {
                    throw test.error("equals", "missing; expected equals or not")
                }
                return .not(path)
            }
        default:
            throw object.expected("a path, an object with a test, or an array of them", key, value)
        }
    }

    private static func pieces(
        _ text: String, _ object: ProfileObject, _ key: String
    ) throws(ProfileError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw object.error(key, "\"\(text)\" has a { without its }")
            }
            let path = String(rest[rest.index(after: open)..<close])
            pieces.append(.path(try object.parsePath(path, key)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}

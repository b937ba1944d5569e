/// A text with places for values: `/users/{id}`, `*{text:glob}*`.
///
/// The text between the places is the profile's own and is used as it is. A value goes through the
/// escaper named after the colon, so that what a person types can't change a filter, and then
/// through the encoding of the place where the text is used: a path segment, a query value, JSON.
struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case value(String, Escaper)
    }

    /// How a value is made harmless in a language that the server reads out of the text.
    enum Escaper: String, CaseIterable, Sendable {
        /// As it is.
        case none
        /// A glob: `*`, `?`, `[` and the backslash stand for themselves.
        case glob
        /// A string in a SCIM filter (RFC 7644 §3.4.2.2: as in JSON), without its quotes.
        case scim

        /// A pattern whose other special characters depend on the server's database: each of them
        /// becomes `*`, and what is found too much is left out afterwards. Kinto takes a pattern for
        /// a regular expression in memory, and for an operand of ILIKE in PostgreSQL.
        case wildcard

        func escape(_ value: String) -> String {
            switch self {
            case .none: value
            case .glob: Self.escape(value, ["*", "?", "[", "\\"]) { "\\\($0)" }
            case .scim: Self.escape(value, ["\"", "\\"]) { "\\\($0)" }
            case .wildcard: Self.escape(value, Set("*?%_.+()[]{}|^$\\")) { _ in "*" }
            }
        }

        private static func escape(
            _ value: String, _ special: Set<Character>, _ replace: (Character) -> String
        ) -> String {
            value.reduce(into: "") { text, character in
                if special.contains(character) {
                    text += replace(character)
                } else {
                    text.append(character)
                }
            }
        }
    }

    /// Why a text is not a template.
    struct Mistake: Error {
        var reason: String
    }

    let parts: [Part]

    /// Reads a template; `names` are the values that will be there.
    init(_ text: String, allowing names: Set<String>) throws(Mistake) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw Mistake(reason: "\"\(text)\" has a { without its }")
            }
            let words = rest[rest.index(after: open)..<close]
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            let name = words.first ?? ""
            guard names.contains(name) else {
                throw Mistake(
                    reason:
                        "\"{\(name)}\" is not one of \(names.sorted().joined(separator: ", "))")
            }
            var escaper = Escaper.none
            if words.count > 1 {
                guard let known = Escaper(rawValue: words[1]) else {
                    let allowed = Escaper.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Mistake(reason: "\"\(words[1])\" is not one of \(allowed)")
                }
                escaper = known
            }
            parts.append(.value(name, escaper))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// Whether a value matches more in this template than itself.
    func widens(_ name: String, _ value: String) -> Bool {
        parts.contains { $0 == .value(name, .wildcard) }
            && Escaper.wildcard.escape(value) != value
    }

    /// The text with its values in place, each encoded by `encode`; an unknown one is empty.
    func filled(
        with values: [String: String], encode: (String) -> String = { $0 }
    ) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .text(let text): result += text
            case .value(let name, let escaper):
                result += encode(escaper.escape(values[name] ?? ""))
            }
        }
    }
}

/// A template with the name of what it fills: a query parameter, a field of a form.
struct NamedTemplate: Hashable, Sendable {
    var name: String
    var template: Template
}

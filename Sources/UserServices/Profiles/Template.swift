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

    /// Why a text is not a template.
    struct Mistake: Error {
        var reason: String
    }

    let parts: [Part]

    /// Reads a template; `names` are the values that will be there. `{{` and `}}` are braces.
    init(_ text: String, allowing names: Set<String>) throws(Mistake) {
        var parts: [Part] = []
        var own = ""
        var rest = text[...]
        while let character = rest.first {
            rest.removeFirst()
            if (character == "{" || character == "}") && rest.first == character {
                own.append(character)
                rest.removeFirst()
            } else if character == "{" {
                guard let close = rest.firstIndex(of: "}") else {
                    throw Mistake(reason: "\"\(text)\" has a { without its }; a brace is {{")
                }
                if !own.isEmpty { parts.append(.text(own)) }
                own = ""
                parts.append(try Self.place(rest[..<close], names))
                rest = rest[rest.index(after: close)...]
            } else {
                own.append(character)
            }
        }
        if !own.isEmpty { parts.append(.text(own)) }
        self.parts = parts
    }

    private init(parts: [Part]) { self.parts = parts }

    /// Nothing.
    static let empty = Template(parts: [])

    /// Reads what stands between braces: `name` or `name:escaper`.
    private static func place(_ text: Substring, _ names: Set<String>) throws(Mistake) -> Part {
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        let name = words.first ?? ""
        guard names.contains(name) else {
            let allowed = names.sorted().joined(separator: ", ")
            throw Mistake(
                reason: names.isEmpty
                    ? "\"{\(name)}\": there are no values here; a brace is {{"
                    : "\"{\(name)}\" is not one of \(allowed)")
        }
        guard words.count > 1 else { return .value(name, .none) }
        guard let escaper = Escaper(rawValue: words[1]) else {
            let allowed = Escaper.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(reason: "\"\(words[1])\" is not one of \(allowed)")
        }
        return .value(name, escaper)
    }

    /// Whether it has a place for this value.
    func mentions(_ name: String) -> Bool {
        parts.contains { if case .value(name, _) = $0 { true } else { false } }
    }

    /// Whether it is made of values only, and none of them is there: then it is left out of a query.
    func isVoid(with values: [String: String]) -> Bool {
        !parts.isEmpty
            && parts.allSatisfy {
                if case .value(let name, _) = $0 {
                    values[name, default: ""].isEmpty
                } else {
                    false
                }
            }
    }

    /// The bare number that it is in JSON: one value, marked as a number.
    func number(with values: [String: String]) -> String? {
        guard parts.count == 1, case .value(let name, .number) = parts[0] else { return nil }
        return values[name].flatMap { Int($0) }.map(String.init)
    }

    /// Whether a value matches more in this template than itself.
    func widens(_ name: String, _ value: String) -> Bool {
        parts.contains { $0 == .value(name, .wildcard) } && Escaper.isPattern(value)
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

/// A text with places for values: `/users/{id}`, `*{text:glob}*`.
///
/// The text between the places is the profile's own and is used as it is. A value goes through the
/// escapers named after colons, in turn, so that what a person types can't change a filter, and then
/// through the encoding of the place where the text is used: a path segment, a query value, JSON.
struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        case value(String, [Escaper])
    }

    /// Why a text is not a template.
    struct Mistake: Error {
        var reason: String
    }

    let parts: [Part]

    /// Reads a template; `names` are the values that will be there. `{{` and `}}` are braces.
    ///
    /// Only a JSON body, `inBody`, knows numbers.
    init(_ text: String, allowing names: Set<String>, inBody: Bool = false) throws(Mistake) {
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
        let isNumber = parts.contains {
            if case .value(_, let escapers) = $0 { escapers.contains(.number) } else { false }
        }
        if isNumber, !inBody || Self.number(in: parts) == nil {
            throw Mistake(
                reason: "\"number\" means nothing here; it is for a value that is alone in a text "
                    + "of a JSON body")
        }
        self.parts = parts
    }

    private init(parts: [Part]) { self.parts = parts }

    /// Nothing.
    static let empty = Template(parts: [])

    /// Reads what stands between braces: `name` or `name:escaper`.
    private static func place(_ text: Substring, _ names: Set<String>) throws(Mistake) -> Part {
        let words = text.split(separator: ":", omittingEmptySubsequences: false)
            .map(String.init)
        let name = words.first ?? ""
        guard names.contains(name) else {
            let allowed = names.sorted().joined(separator: ", ")
            let nearest = Nearest.word(to: name, in: names.sorted())
                .map { "; did you mean \"{\($0)}\"?" }
            throw Mistake(
                reason: names.isEmpty
                    ? "\"{\(name)}\": there are no values here; a brace is {{"
                    : "\"{\(name)}\" is not one of \(allowed)"
                        + (nearest ?? "; a brace is {{"))
        }
        var escapers: [Escaper] = []
        for word in words.dropFirst() {
            guard let escaper = Escaper(rawValue: word) else {
                let allowed = Escaper.allCases.map(\.rawValue)
                let nearest = Nearest.word(to: word, in: allowed)
                    .map { "; did you mean \"\($0)\"?" }
                throw Mistake(
                    reason: "\"\(word)\" is not one of \(allowed.joined(separator: ", "))"
                        + (nearest ?? ""))
            }
            escapers.append(escaper)
        }
        return .value(name, escapers)
    }

    /// Whether it has a place for this value.
    func mentions(_ name: String) -> Bool {
        parts.contains { if case .value(name, _) = $0 { true } else { false } }
    }

    /// The template as it is written.
    var text: String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let own):
                text += own.map { "{}".contains($0) ? "\($0)\($0)" : String($0) }.joined()
            case .value(let name, let escapers):
                text += "{\(([name] + escapers.map(\.rawValue)).joined(separator: ":"))}"
            }
        }
    }

    /// The values it has places for.
    private var names: [String] {
        parts.compactMap { if case .value(let name, _) = $0 { name } else { nil } }
    }

    /// Whether it has nothing to say, and what it fills is left out: it is made of values only, and
    /// none of them is there; or it has a place for what only a login gives, and nobody is logged in.
    func isVoid(with values: [String: String]) -> Bool {
        let names = names
        if names.contains(where: { values[$0] == nil && !ProfilePaging.values.contains($0) }) {
            return true
        }
        return !names.isEmpty && names.count == parts.count
            && names.allSatisfy { values[$0, default: ""].isEmpty }
    }

    /// The bare number that it is in JSON: one value, marked as a number.
    func number(with values: [String: String]) -> String? {
        Self.number(in: parts).flatMap { values[$0] }.flatMap { Int($0) }.map(String.init)
    }

    /// The name of the value that is alone, and marked as a number.
    private static func number(in parts: [Part]) -> String? {
        guard parts.count == 1, case .value(let name, [.number]) = parts[0] else { return nil }
        return name
    }

    /// Whether a value matches more in this template than itself.
    func widens(_ name: String, _ value: String) -> Bool {
        parts.contains { part in
            if case .value(name, let escapers) = part {
                escapers.contains(.wildcard)
            } else {
                false
            }
        } && Escaper.isPattern(value)
    }

    /// The text with its values in place, each encoded by `encode`; an unknown one is empty.
    func filled(
        with values: [String: String], encode: (String) -> String = { $0 }
    ) -> String {
        parts.reduce(into: "") { result, part in
            switch part {
            case .text(let text): result += text
            case .value(let name, let escapers):
                result += encode(escapers.reduce(values[name] ?? "") { $1.escape($0) })
            }
        }
    }
}

/// A template with the name of what it fills: a query parameter, a field of a form.
struct NamedTemplate: Hashable, Sendable {
    var name: String
    var template: Template
}

/// Why a path is malformed, and where.
package struct JSONPathError: Error, Hashable, Sendable {
    /// The character it went wrong at, from 0.
    package var position: Int
    /// What is wrong.
    package var reason: String
}

/// Reads the text of a `JSONPath`.
struct JSONPathParser {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    private var next: Character? {
        position < characters.count ? characters[position] : nil
    }

    mutating func parse() throws(JSONPathError) -> [JSONPath.Step] {
        var steps: [JSONPath.Step] = []
        while let character = next {
            if character == "[" {
                steps.append(try bracket())
            } else {
                if !steps.isEmpty {
                    guard character == "." else { throw error("expected \".\" or \"[\"") }
                    position += 1
                }
                steps.append(.key(JSONKey(try name(until: [".", "[", "]"]))))
            }
        }
        return steps
    }

    /// `[0]`, `["a key"]` or `[key=text]`.
    private mutating func bracket() throws(JSONPathError) -> JSONPath.Step {
        position += 1
        let step: JSONPath.Step
        if next == "\"" {
            position += 1
            step = .key(JSONKey(try name(until: ["\""])))
            guard next == "\"" else { throw error("expected a closing quote") }
            position += 1
        } else {
            let word = try name(until: ["]", "="])
            if next == "=" {
                position += 1
                step = .match(JSONKey(word), try name(until: ["]"]))
            } else if let place = Int(word), place >= 0 {
                step = .element(place)
            } else {
                throw error("expected an index, \"key\" in quotes, or key=text in brackets")
            }
        }
        guard next == "]" else { throw error("expected \"]\"") }
        position += 1
        return step
    }

    private mutating func name(until stops: Set<Character>) throws(JSONPathError) -> String {
        let start = position
        while let character = next, !stops.contains(character) { position += 1 }
        guard position > start else { throw error("expected a name") }
        return String(characters[start..<position])
    }

    private func error(_ reason: String) -> JSONPathError {
        JSONPathError(position: position, reason: reason)
    }
}

import SluiceHTTP

@testable import UserServices

/// The JSON Schema of profiles (draft 2020-12), made from the keys that the reader asks for and the
/// words that the documentation has for them.
struct ProfileSchemaText {
    let page: ProfilePage

    var text: String {
        let shapes = Profile.keys
        let definitions = shapes.filter { $0.key != "profile" }.sorted { $0.key < $1.key }
            .map { (key: $0.key, value: object($0.key, $0.value)) }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "A profile of sluice: an API that serves users",
            \(object("profile", shapes["profile"] ?? []).dropFirst(2).dropLast(2)),
              "$defs": {
            \(definitions.map { indented("\(quoted($0.key)): \($0.value)", by: 4) }.joined(separator: ",\n")),
                "rule": {
                  "oneOf": [
                    { "$ref": "#/$defs/source" },
                    { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/source" } }
                  ]
                },
                "source": { "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/test" }] },
                "place": { "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/value" }] },
                "scalars": {
                  "oneOf": [
                    { "$ref": "#/$defs/scalar" },
                    { "type": "array", "items": { "$ref": "#/$defs/scalar" } }
                  ]
                },
                "scalar": { "type": ["string", "number", "boolean"] }
              }
            }

            """
    }

    private func object(_ shape: String, _ keys: [ProfileKey]) -> String {
        let properties = keys.map { key in
            let words = page.text(of: key.name, in: shape).map { quoted($0.filter { $0 != "`" }) }
            return
                "    \(quoted(key.name)): { \"description\": \(words ?? "null"), \(type(key.kind)) }"
        }
        let needed = keys.filter(\.isNeeded).map { quoted($0.name) }
        let required =
            needed.isEmpty ? "" : ",\n  \"required\": [\(needed.joined(separator: ", "))]"
        return """
            {
              "type": "object",
              "additionalProperties": false,
              "properties": {
            \(properties.joined(separator: ",\n"))
              }\(required)
            }
            """
    }

    private func type(_ kind: ProfileKey.Kind) -> String {
        func oneOrMore(_ element: String, _ least: Int? = nil) -> String {
            let least = least.map { "\"minItems\": \($0), " } ?? ""
            return #""oneOf": [\#(element), { "type": "array", \#(least)"items": \#(element) }]"#
        }
        func words(_ words: [String]) -> String {
            "\"enum\": [\(words.map(quoted).joined(separator: ", "))]"
        }
        switch kind {
        case .text, .path, .template: return #""type": "string""#
        case .word: return #""type": "string", "minLength": 1"#
        case .headerName: return #""type": "string", "pattern": \#(Self.headerName)"#
        case .baseURL: return #""type": "string", "pattern": "^(https?://|sample:)""#
        case .callPath: return #""type": "string", "pattern": "^([/?].*)?$""#
        case .flag: return #""type": "boolean""#
        case .integer(let range):
            return
                "\"type\": \"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)"
        case .choice(let choices): return words(choices)
        case .choices(let choices): return oneOrMore("{ \(words(choices)) }", 1)
        case .texts: return oneOrMore(##"{ "$ref": "#/$defs/scalar" }"##)
        case .someTexts: return oneOrMore(##"{ "$ref": "#/$defs/scalar" }"##, 1)
        case .statuses: return oneOrMore(#"{ "type": "integer", "minimum": 100, "maximum": 999 }"#)
        case .paths: return oneOrMore(#"{ "type": "string" }"#)
        case .dictionary:
            return ##""type": "object", "additionalProperties": { "$ref": "#/$defs/scalar" }"##
        case .headers:
            return
                ##""type": "object", "propertyNames": { "pattern": \##(Self.headerName) }, "additionalProperties": { "$ref": "#/$defs/scalar" }"##
        case .parameters:
            return ##""type": "object", "additionalProperties": { "$ref": "#/$defs/scalars" }"##
        case .rule: return ##""$ref": "#/$defs/rule""##
        case .rules:
            return ##""type": "object", "additionalProperties": { "$ref": "#/$defs/rule" }"##
        case .places:
            return ##""type": "object", "additionalProperties": { "$ref": "#/$defs/place" }"##
        case .body: return #""title": "any JSON""#
        case .object(let shape): return "\"$ref\": \(quoted("#/$defs/" + shape))"
        case .objects(let shape): return oneOrMore("{ \"$ref\": \(quoted("#/$defs/" + shape)) }")
        }
    }

    private static let headerName = #""^[A-Za-z0-9!#$%&'*+.^_`|~-]+$""#

    private func quoted(_ text: String) -> String { JSONText.quoted(text) }

    private func indented(_ text: String, by count: Int) -> String {
        text.split(separator: "\n").map { String(repeating: " ", count: count) + $0 }
            .joined(separator: "\n")
    }
}

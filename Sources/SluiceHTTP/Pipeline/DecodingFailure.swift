/// A `DecodingError` in words: where in the answer, what was expected, and what is there.
struct DecodingFailure {
    /// `data[3].id`; nil for the whole body.
    let path: String?
    /// `expected string, found null`.
    let detail: String

    /// Reads an error of decoding `value`, which stands at `base`.
    init(_ error: DecodingError, in value: JSONValue, at base: String) {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let found = Self.find(context.codingPath, in: value)
            path = Self.text(base, context.codingPath)
            detail = "expected \(JSONShape.name(of: type)), found \(JSONShape.name(of: found))"
        case .keyNotFound(let key, let context):
            path = Self.text(base, context.codingPath + [key])
            detail = "missing"
        case .dataCorrupted(let context):
            path = Self.text(base, context.codingPath)
            detail = context.debugDescription
        @unknown default:
            path = base.isEmpty ? nil : base
            detail = "can't be read"
        }
    }

    private static func text(_ base: String, _ keys: [any CodingKey]) -> String? {
        var text = base
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text.isEmpty ? nil : text
    }

    private static func find(_ keys: [any CodingKey], in value: JSONValue) -> JSONValue? {
        keys.reduce(value) { value, key in
            key.intValue.map { value?[index: $0] } ?? value?[JSONKey(key.stringValue)]
        }
    }
}

/// What a type or a value is called in a message to a person who reads JSON.
enum JSONShape {
    static func name(of value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        return value.kind == .bool ? value.text ?? "boolean" : value.kind.rawValue
    }

    static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: return "string"
        case is Bool.Type: return "boolean"
        case is any BinaryInteger.Type: return "whole number"
        case is any BinaryFloatingPoint.Type: return "number"
        default: break
        }
        let name = String(describing: type)
        if name.hasPrefix("Array<") || name.hasPrefix("Set<") { return "array" }
        if name.hasPrefix("Dictionary<") { return "object" }
        return name
    }
}

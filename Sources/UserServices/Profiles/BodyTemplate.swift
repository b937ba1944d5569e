import SluiceHTTP

/// The body of a request, with places for values in its texts.
enum BodyTemplate: Hashable, Sendable {
    case json(Node)
    case form([NamedTemplate])

    /// A JSON value whose strings are templates; everything else is sent as written.
    indirect enum Node: Hashable, Sendable {
        case object([Member])
        case array([Node])
        case text(Template)
        case literal(String)
    }

    /// A member of an object, which keeps its place.
    struct Member: Hashable, Sendable {
        var key: String
        var value: Node
    }

    /// How a body is written.
    private enum Encoding: String, CaseIterable {
        case json, form
    }

    /// Reads `body` and `encoding`; nil where there is no body.
    init?(_ object: inout ProfileObject, allowing names: Set<String>) throws(ProfileError) {
        let encoding = try object.choice("encoding", otherwise: Encoding.json)
        switch encoding {
        case .form:
            self = .form(try object.templates("body", allowing: names))
        case .json:
            guard let body = object.member("body") else { return nil }
            self = .json(try Self.node(body, object, "body", names))
        }
    }

    private static func node(
        _ value: JSONValue, _ object: ProfileObject, _ key: String, _ names: Set<String>
    ) throws(ProfileError) -> Node {
        switch value.kind {
        case .string: return .text(try object.parseTemplate(value.string ?? "", key, names))
        case .number, .bool: return .literal(value.text ?? "null")
        case .null: return .literal("null")
        case .array:
            var nodes: [Node] = []
            for element in value.elements {
                nodes.append(try node(element, object, "\(key)[\(nodes.count)]", names))
            }
            return .array(nodes)
        case .object:
            var members: [Member] = []
            for (name, value) in value.members {
                let name = name.string ?? ""
                members.append(
                    Member(key: name, value: try node(value, object, "\(key).\(name)", names)))
            }
            return .object(members)
        }
    }
}

extension BodyTemplate.Node {
    /// The JSON text with its values in place.
    func filled(with values: [String: String]) -> String {
        switch self {
        case .literal(let text): text
        case .text(let template): JSONText.quoted(template.filled(with: values))
        case .array(let nodes):
            "[" + nodes.map { $0.filled(with: values) }.joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members
                .map { "\(JSONText.quoted($0.key)):\($0.value.filled(with: values))" }
                .joined(separator: ",") + "}"
        }
    }
}

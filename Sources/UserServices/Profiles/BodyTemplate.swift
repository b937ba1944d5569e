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
    init?(_ object: inout ProfileObject, allowing names: Set<String>) {
        let encoding = object.choice("encoding", of: Encoding.self) ?? .json
        guard let body = object.member("body", .body) else {
            if object.has("encoding") { object.note("encoding", "means nothing without body") }
            return nil
        }
        switch encoding {
        case .form:
            guard body.kind == .object else {
                object.noteKind("body", expected: "an object, as a form has fields", found: body)
                return nil
            }
            self = .form(object.parameters("body", allowing: names))
        case .json:
            self = .json(Self.node(body, object, "body", names))
        }
    }

    /// The body as it is written.
    var text: String {
        switch self {
        case .json(let node): node.text
        case .form(let fields):
            fields.map { "\($0.name)=\($0.template.text)" }.joined(separator: "&")
        }
    }

    /// The templates in it.
    var templates: [Template] {
        switch self {
        case .json(let node): node.templates
        case .form(let fields): fields.map(\.template)
        }
    }

    /// Each template in it that stands under a name, wherever that is.
    var members: [NamedTemplate] {
        switch self {
        case .json(let node): node.members(named: "")
        case .form(let fields): fields
        }
    }

    private static func node(
        _ value: JSONValue, _ object: ProfileObject, _ key: String, _ names: Set<String>
    ) -> Node {
        switch value.kind {
        case .string:
            let template = object.parseTemplate(
                value.string ?? "", key, names, isBody: true)
            return template.map { .text($0) } ?? .literal("null")
        case .number, .bool: return .literal(value.text ?? "null")
        case .null: return .literal("null")
        case .array:
            return .array(
                value.elements.enumerated().map { index, element in
                    node(element, object, "\(key)[\(index)]", names)
                })
        case .object:
            return .object(
                value.members.map { name, value in
                    let name = name.string ?? ""
                    return Member(key: name, value: node(value, object, "\(key).\(name)", names))
                })
        }
    }
}

extension BodyTemplate.Node {
    /// The JSON text with its values in place; a member whose value is nothing is left out.
    func filled(with values: [String: String]) -> String {
        switch self {
        case .literal(let text): text
        case .text(let template):
            template.number(with: values) ?? JSONText.quoted(template.filled(with: values))
        case .array(let nodes):
            "[" + nodes.map { $0.filled(with: values) }.joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members
                .filter { !$0.value.isVoid(with: values) }
                .map { "\(JSONText.quoted($0.key)):\($0.value.filled(with: values))" }
                .joined(separator: ",") + "}"
        }
    }

    fileprivate var text: String {
        switch self {
        case .literal(let text): text
        case .text(let template): JSONText.quoted(template.text)
        case .array(let nodes): "[" + nodes.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { "\(JSONText.quoted($0.key)):\($0.value.text)" }
                .joined(separator: ",") + "}"
        }
    }

    fileprivate var templates: [Template] {
        switch self {
        case .literal: []
        case .text(let template): [template]
        case .array(let nodes): nodes.flatMap(\.templates)
        case .object(let members): members.flatMap(\.value.templates)
        }
    }

    fileprivate func members(named name: String) -> [NamedTemplate] {
        switch self {
        case .literal: []
        case .text(let template): [NamedTemplate(name: name, template: template)]
        case .array(let nodes): nodes.flatMap { $0.members(named: name) }
        case .object(let members): members.flatMap { $0.value.members(named: $0.key) }
        }
    }

    private func isVoid(with values: [String: String]) -> Bool {
        guard case .text(let template) = self else { return false }
        return template.isVoid(with: values)
    }
}

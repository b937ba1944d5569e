/// A place in a document: `data.items`, `emails[0].value`, `emails[primary=true].value`.
///
/// A key is what stands between dots and brackets; one that holds such a character is written
/// `["urn:example:2.0:User"]`. `[key=text]` is the first element whose member `key` has that text
/// (`true` and numbers by their own text). The empty path is the value itself. Parse once, use often.
package struct JSONPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case key(JSONKey)
        case element(Int)
        case match(JSONKey, String)
    }

    /// The path as written.
    package let text: String
    let steps: [Step]

    /// The value itself.
    package static let root = JSONPath(text: "", steps: [])

    /// Whether the path leads nowhere else: the value itself.
    package var isRoot: Bool { steps.isEmpty }

    private init(text: String, steps: [Step]) {
        self.text = text
        self.steps = steps
    }

    /// Reads a path; throws with the place and the reason when it is malformed.
    package init(_ text: String) throws(JSONPathError) {
        var parser = JSONPathParser(text)
        self.init(text: text, steps: try parser.parse())
    }

    /// A path of one key, whatever is in it.
    package init(key: String) {
        self.init(text: key, steps: [.key(JSONKey(key))])
    }

    /// The path's first key and the way on from there; nil where it doesn't begin with a key.
    package var splitFirstKey: (key: JSONKey, rest: JSONPath)? {
        guard case .key(let key)? = steps.first else { return nil }
        return (key, JSONPath(text: text, steps: Array(steps.dropFirst())))
    }
}

extension JSONValue {
    /// What stands at `path`; nil where a step leads nowhere. A `null` that is there is a value.
    @inline(__always)
    package func value(at path: JSONPath) -> JSONValue? {
        var current = self
        for step in path.steps {
            guard let next = current.follow(step) else { return nil }
            current = next
        }
        return current
    }

    @inline(__always)
    private func follow(_ step: JSONPath.Step) -> JSONValue? {
        switch step {
        case .key(let key): self[key]
        case .element(let place): self[index: place]
        case .match(let key, let text): elements.first { $0[key]?.text == text }
        }
    }
}

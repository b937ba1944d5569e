import SluiceHTTP

/// How an API tells only what changed since a time.
struct ProfileDelta: Hashable, Sendable {
    /// The parameter that takes the time, written as the profile's times are.
    var parameter: String
    /// What an element looks like that says a person was removed.
    var tombstone: Tombstone?
    /// Whether a list's validators are those of the whole directory: the same ones say that nobody
    /// has changed, on no page.
    var isTagOfAll: Bool

    /// A value that only removed people have.
    struct Tombstone: Hashable, Sendable {
        var path: JSONPath
        /// Its texts; true unless said otherwise.
        var values: [String]

        /// Whether an element says so.
        func stands(in element: JSONValue) -> Bool {
            element.value(at: path)?.text.map(values.contains) ?? false
        }
    }

    init(_ object: inout ProfileObject) {
        parameter = object.requiredText("parameter")
        tombstone = object.object("tombstone", isNeeded: true) { test in
            Tombstone(
                path: test.requiredPath("path", "what marks a removed person"),
                values: test.texts("equals", .someTexts) ?? ["true"])
        }
        isTagOfAll = object.flag("etagOfAll") ?? false
        if tombstone == nil, !object.has("tombstone") {
            object.note(
                "tombstone",
                "missing; without it nobody would ever go, and changes aren't asked for")
        }
    }
}

import SluiceHTTP

/// How an API tells only what changed since a time.
struct ProfileDelta: Hashable, Sendable {
    /// The parameter that takes the time, written as the profile's times are.
    var parameter: String
    /// What an element looks like that says a person was removed.
    var tombstone: Tombstone?

    /// A value that only removed people have.
    struct Tombstone: Hashable, Sendable {
        var path: JSONPath
        /// Its texts; true unless said otherwise.
        var values: [String]
    }

    init(_ object: inout ProfileObject) {
        parameter = object.requiredText("parameter")
        tombstone = object.object("tombstone") { test in
            Tombstone(
                path: test.requiredPath("path", "what marks a removed person"),
                values: test.texts("equals") ?? ["true"])
        }
    }
}

/// A mistake in a profile: which file, where in it, what is wrong, and what would be right.
package struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, or `built in`.
    package var origin: String
    /// The place in it: `list.paging.kind`; empty for the whole.
    package var path: String
    /// What is wrong, with the allowed values where there are few.
    package var reason: String

    /// Makes an error; the origin is filled in by whoever opened the file.
    package init(origin: String = "", path: String, reason: String) {
        self.origin = origin
        self.path = path
        self.reason = reason
    }

    /// `profiles/acme.json: list.paging.kind: "pge" is not one of none, page`.
    package var description: String {
        [origin, path, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

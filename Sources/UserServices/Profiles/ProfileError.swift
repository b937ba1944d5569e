/// What is wrong with a profile: the file, and every mistake in it.
package struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One mistake: where in the file, what is wrong, and what would be right.
    package struct Mistake: Hashable, Sendable, CustomStringConvertible {
        /// The place: `list.paging.kind`; empty for the whole.
        package var path: String
        /// What is wrong, with the allowed values where there are few.
        package var reason: String

        /// `list.paging.kind: "pge" is not one of none, page`.
        package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
    }

    /// The file, or `built in`.
    package var origin: String
    /// In the order in which they were found; one at least.
    package var mistakes: [Mistake]

    init(origin: String, mistakes: [Mistake]) {
        self.origin = origin
        self.mistakes = mistakes
    }

    /// Makes an error of a single mistake.
    package init(origin: String, path: String = "", reason: String) {
        self.init(origin: origin, mistakes: [Mistake(path: path, reason: reason)])
    }

    /// `profiles/acme.json: list.paging.kind: "pge" is not one of none, page`.
    package var description: String {
        let all = mistakes.map(\.description).joined(separator: "; ")
        return mistakes.count == 1
            ? "\(origin): \(all)" : "\(origin) has \(mistakes.count) mistakes: \(all)"
    }
}

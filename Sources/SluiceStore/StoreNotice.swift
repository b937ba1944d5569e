/// What a person should be told once when a store was opened, though it works.
public struct StoreNotice: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// The file was damaged; it was set aside under this name, and an empty one is in its place.
        case quarantined(String)
        /// The file can't be used; rows are kept in memory, and go when the program ends.
        case inMemory
        /// The file is on a network file system; it works, more slowly.
        case networkFileSystem
    }

    /// What happened.
    public var kind: Kind
    /// Why, where something failed.
    public var error: StoreError?

    /// One sentence or two for a person.
    public var message: String {
        switch kind {
        case .quarantined(let name):
            "The cache was damaged. It was set aside as “\(name)”, and a new one is filled from the server."
        case .inMemory:
            "\(error?.message ?? "The cache can't be used.") It is kept in memory until the program ends."
                + (error?.hint.map { " \($0)" } ?? "")
        case .networkFileSystem:
            "The cache is on a network file system, where it works more slowly. Name a file on a local disk to avoid that."
        }
    }
}

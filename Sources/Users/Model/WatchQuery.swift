/// Whom to watch, and how often the server is asked.
public struct WatchQuery: Sendable, Hashable {
    /// An id, an exact username or an exact e-mail address; nil is everyone.
    public var who: String?
    /// The milliseconds between two questions to the server; nil asks none, and tells what others write into the cache.
    public var interval: Int64?
    /// Makes a query; without arguments, everyone, from the cache only.
    public init(who: String? = nil, interval: Int64? = nil) {
        self.who = who
        self.interval = interval
    }
}

/// What a watch tells.
public enum WatchEvent: Sendable, Hashable {
    /// Changes are told from now on; this many people are watched.
    case began(people: Int)
    /// Someone came, changed or went.
    case change(UserChange)
    /// The server couldn't be asked; the watch goes on. Told once until it answers again.
    case trouble(ServiceError)
}

/// A change to a person in the cache, whoever wrote it.
public struct UserChange: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable {
        /// Someone who wasn't cached before.
        case inserted
        /// A field of someone differs.
        case changed
        /// Someone is gone.
        case removed
    }

    /// What happened.
    public var kind: Kind
    /// The person as they are now; of someone who is gone, only the id is known.
    public var user: User
    /// When it was noticed; milliseconds since 1970.
    public var at: Int64
    /// Makes a change.
    public init(_ kind: Kind, _ user: User, at: Int64) {
        self.kind = kind
        self.user = user
        self.at = at
    }
}

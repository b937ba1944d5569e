/// A person in a directory, as the cache and the views know them.
///
/// Every field but `id` may be unknown, since no two APIs deliver the same ones; unknown is nil and
/// never an empty string. Times are milliseconds since 1970-01-01T00:00:00Z.
public struct User: Sendable, Hashable, Identifiable {
    /// What the server calls this person: opaque, and exactly as the server wrote it.
    public struct ID: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral,
        CustomStringConvertible
    {
        /// The server's own text; a number keeps its digits.
        public let rawValue: String
        /// Wraps the server's own text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Wraps the server's own text.
        public init(_ rawValue: String) { self.rawValue = rawValue }
        /// Wraps a literal.
        public init(stringLiteral value: String) { rawValue = value }
        /// The server's own text.
        public var description: String { rawValue }
    }

    /// The server's name for this person.
    public var id: ID
    /// The name used to log in.
    public var username: String?
    /// The name to show.
    public var displayName: String?
    /// The primary e-mail address.
    public var email: String?
    /// A telephone number, as the server wrote it.
    public var phone: String?
    /// A job title.
    public var title: String?
    /// A department or team.
    public var department: String?
    /// Whether the account is active.
    public var isActive: Bool?
    /// Where a picture is.
    public var avatarURL: String?
    /// When the server last changed this person; milliseconds since 1970.
    public var updatedAt: Int64?
    /// When this person was last fetched from the server; milliseconds since 1970.
    public var fetchedAt: Int64?
    /// Further fields that the profile names, and no others; their text.
    public var attributes: [String: String]

    /// Makes a person of whom only the id need be known.
    public init(
        id: ID, username: String? = nil, displayName: String? = nil, email: String? = nil,
        phone: String? = nil, title: String? = nil, department: String? = nil,
        isActive: Bool? = nil, avatarURL: String? = nil, updatedAt: Int64? = nil,
        fetchedAt: Int64? = nil, attributes: [String: String] = [:]
    ) {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.email = email
        self.phone = phone
        self.title = title
        self.department = department
        self.isActive = isActive
        self.avatarURL = avatarURL
        self.updatedAt = updatedAt
        self.fetchedAt = fetchedAt
        self.attributes = attributes
    }
}

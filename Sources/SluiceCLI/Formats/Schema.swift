/// The fields that a command's results have: checked when `--fields` is read, before any call.
struct Schema: Sendable {
    /// One field.
    struct Field: Sendable {
        /// Its name, in JSON and in `--fields`.
        var name: String
        /// Its heading in a table.
        var title: String
        /// Whether a table shows it without being asked.
        var isInTable: Bool
    }

    /// The fields, in the order they are printed in.
    var fields: [Field]

    /// The fields' names.
    var names: [String] { fields.map(\.name) }

    /// The heading of a field in a table.
    func title(_ name: String) -> String {
        fields.first { $0.name == name }?.title
            ?? Record.part(of: name).map { $0.inner.uppercased() } ?? name
    }

    /// Whether there is a field of that name, or a field of named values that it is a part of.
    ///
    /// Which parts there are only the profile and its server know, so any name is taken for one.
    func has(_ name: String) -> Bool {
        if names.contains(name) { return true }
        guard let part = Record.part(of: name) else { return false }
        return part.field == "attributes" && names.contains(part.field)
    }

    /// The fields to print when nothing else was asked for.
    func defaults(for format: OutputFormat) -> [String] {
        format == .table ? fields.filter(\.isInTable).map(\.name) : names
    }

    private init(_ fields: [(name: String, title: String, isInTable: Bool)]) {
        self.fields = fields.map { Field(name: $0.name, title: $0.title, isInTable: $0.isInTable) }
    }

    /// A person.
    static let user = Schema([
        ("id", "ID", true), ("username", "USERNAME", true), ("displayName", "NAME", true),
        ("email", "E-MAIL", true), ("phone", "PHONE", false), ("title", "TITLE", false),
        ("department", "DEPARTMENT", true), ("isActive", "ACTIVE", false),
        ("avatarURL", "PICTURE", false), ("updatedAt", "UPDATED", false),
        ("fetchedAt", "FETCHED", false), ("attributes", "ATTRIBUTES", false),
    ])

    /// Who is logged in to what.
    static let session = Schema([
        ("profile", "PROFILE", true), ("account", "ACCOUNT", true), ("state", "STATE", true),
        ("id", "ID", true), ("username", "USERNAME", true), ("displayName", "NAME", true),
        ("email", "E-MAIL", true),
    ])

    /// What the cache holds and where things are.
    static let status = Schema([
        ("profile", "PROFILE", true), ("server", "SERVER", true), ("account", "ACCOUNT", true),
        ("state", "STATE", true), ("isVerified", "VERIFIED", true), ("offline", "OFFLINE", true),
        ("cachedUsers", "CACHED PEOPLE", true), ("totalUsers", "OF", true),
        ("lastSync", "LAST SYNC", true), ("syncIncomplete", "SYNC INCOMPLETE", true),
        ("syncStarted", "IT BEGAN", true), ("syncFetched", "FETCHED SINCE", true),
        ("oldestFetch", "OLDEST FETCH", true), ("cachePath", "CACHE", true),
        ("cacheBytes", "CACHE SIZE", true), ("tokenPath", "TOKENS, IN PLAIN TEXT", true),
        ("tokenMode", "TOKENS' MODE", true), ("running", "RUNNING", true),
        ("lastErrors", "LAST ERRORS", true),
    ])

    /// An API described as data.
    static let profile = Schema([
        ("name", "NAME", true), ("title", "TITLE", true), ("baseURL", "BASE URL", true),
        ("isVerified", "VERIFIED", true), ("origin", "ORIGIN", true),
        ("explanation", "EXPLANATION", false),
    ])

    /// What a sync did.
    static let sync = Schema([
        ("inserted", "INSERTED", true), ("changed", "CHANGED", true),
        ("unchanged", "UNCHANGED", true), ("removed", "REMOVED", true),
        ("skipped", "SKIPPED", true),
    ])

    /// A change of a person: what happened and when, then the person.
    static let change = Schema(
        [("change", "CHANGE", true), ("at", "AT", true)]
            + user.fields.map { ($0.name, $0.title, $0.isInTable) })

    /// What a check of the cache's file found.
    static let health = Schema([
        ("isSound", "SOUND", true), ("cachePath", "CACHE", true), ("faults", "FAULTS", true),
        ("damagedRows", "DAMAGED ROWS", true), ("isIndexRebuilt", "INDEX REBUILT", true),
        ("setAside", "SET ASIDE AS", true), ("cacheBytes", "CACHE SIZE", true),
        ("logBytes", "LOG SIZE", true),
    ])

    /// A choice of directory.
    static let choice = Schema([
        ("profile", "PROFILE", true), ("account", "ACCOUNT", true), ("baseURL", "BASE URL", true),
        ("state", "STATE", true),
    ])
}

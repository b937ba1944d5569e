import SluiceStore
import Users

/// A person as a row of the view `user`, whose columns every statement that reads people gives in this order.
enum UserRow {
    private enum Column {
        static let number: Int32 = 0
        static let words: Int32 = 2
        static let id: Int32 = 3
        static let username: Int32 = 4
        static let displayName: Int32 = 5
        static let email: Int32 = 6
        static let phone: Int32 = 7
        static let title: Int32 = 8
        static let department: Int32 = 9
        static let isActive: Int32 = 10
        static let avatarURL: Int32 = 11
        static let updatedAt: Int32 = 12
        static let attributes: Int32 = 13
        static let fetchedAt: Int32 = 14
    }

    // MARK: Reading

    static func number(_ row: borrowing Row) -> Int64 { row.integer(Column.number) }
    static func words(_ row: borrowing Row) -> String { row.text(Column.words) }

    static func user(_ row: borrowing Row) -> User {
        User(
            id: User.ID(row.text(Column.id)),
            username: row.textIfAny(Column.username),
            displayName: row.textIfAny(Column.displayName),
            email: row.textIfAny(Column.email),
            phone: row.textIfAny(Column.phone),
            title: row.textIfAny(Column.title),
            department: row.textIfAny(Column.department),
            isActive: row.integerIfAny(Column.isActive).map { $0 != 0 },
            avatarURL: row.textIfAny(Column.avatarURL),
            updatedAt: row.integerIfAny(Column.updatedAt),
            fetchedAt: row.integerIfAny(Column.fetchedAt),
            attributes: row.textIfAny(Column.attributes).map(AttributesText.decoded) ?? [:])
    }

    // MARK: Comparing

    /// Whether the row has what `user` has in the delivered fields; makes no strings.
    static func holds(
        _ user: User, _ attributes: String?, delivering fields: UserFields, in row: borrowing Row
    ) -> Bool {
        (!fields.contains(.username) || row.holds(user.username, at: Column.username))
            && (!fields.contains(.displayName)
                || row.holds(user.displayName, at: Column.displayName))
            && (!fields.contains(.email) || row.holds(user.email, at: Column.email))
            && (!fields.contains(.phone) || row.holds(user.phone, at: Column.phone))
            && (!fields.contains(.title) || row.holds(user.title, at: Column.title))
            && (!fields.contains(.department) || row.holds(user.department, at: Column.department))
            && (!fields.contains(.isActive)
                || row.holds(user.isActive.map { $0 ? 1 : 0 }, at: Column.isActive))
            && (!fields.contains(.avatarURL) || row.holds(user.avatarURL, at: Column.avatarURL))
            && (!fields.contains(.updatedAt) || row.holds(user.updatedAt, at: Column.updatedAt))
            && (!fields.contains(.attributes) || row.holds(attributes, at: Column.attributes))
    }

    /// The cached person with the delivered fields of a fetched one in place.
    static func merged(_ cached: User, _ fetched: User, delivering fields: UserFields) -> User {
        var user = cached
        if fields.contains(.username) { user.username = fetched.username }
        if fields.contains(.displayName) { user.displayName = fetched.displayName }
        if fields.contains(.email) { user.email = fetched.email }
        if fields.contains(.phone) { user.phone = fetched.phone }
        if fields.contains(.title) { user.title = fetched.title }
        if fields.contains(.department) { user.department = fetched.department }
        if fields.contains(.isActive) { user.isActive = fetched.isActive }
        if fields.contains(.avatarURL) { user.avatarURL = fetched.avatarURL }
        if fields.contains(.updatedAt) { user.updatedAt = fetched.updatedAt }
        if fields.contains(.attributes) {
            user.attributes = fields.attributes(cached.attributes, fetched.attributes)
        }
        return user
    }

    // MARK: Writing

    /// The words that a person is found by.
    static func words(of user: User) -> String {
        SearchWords.index(user.username, user.displayName, user.email)
    }

    /// Binds the parameters from ?4 on, which `person-insert` and `person-update` share.
    static func bind(
        _ user: User, words: String, attributes: String?, to statement: Statement
    ) throws(StoreError) {
        try statement.bind(words, at: 4)
        try statement.bind(user.username, at: 5)
        try statement.bind(user.displayName, at: 6)
        try statement.bind(user.email, at: 7)
        try statement.bind(user.phone, at: 8)
        try statement.bind(user.title, at: 9)
        try statement.bind(user.department, at: 10)
        try statement.bind(user.isActive.map { $0 ? 1 : 0 }, at: 11)
        try statement.bind(user.avatarURL, at: 12)
        try statement.bind(user.updatedAt, at: 13)
        try statement.bind(attributes, at: 14)
    }
}

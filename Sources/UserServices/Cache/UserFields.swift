import Users

/// The fields that an endpoint delivers: the others keep what is cached of them.
///
/// Of the attributes, which have names that a profile gives them, some may be delivered and others not.
package struct UserFields: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// A bit for each field, by its column.
    private(set) var bits: UInt16 = 0
    /// The attributes that are delivered, by name; nil for whichever there are. Where the field isn't
    /// delivered, none.
    private(set) var names: Set<String>? = []

    package init(arrayLiteral fields: UserField...) { self.init(fields) }

    /// The set of one field.
    package init(_ field: UserField) { self.init([field]) }

    private init(_ fields: some Sequence<UserField>) {
        for field in fields { insert(field) }
    }

    /// Every field that a server can deliver.
    package static let all = Self(UserField.allCases)

    private static func bit(_ field: UserField) -> UInt16 { 1 << UInt16(field.column) }

    /// Adds a field; of attributes, whichever there are.
    mutating func insert(_ field: UserField) {
        bits |= Self.bit(field)
        if field == .attributes { names = nil }
    }

    /// Adds attributes.
    mutating func insert(attributes: some Sequence<String>) {
        names?.formUnion(attributes)
        noteNames()
    }

    private mutating func noteNames() {
        if names?.isEmpty ?? false {
            bits &= ~Self.bit(.attributes)
        } else {
            bits |= Self.bit(.attributes)
        }
    }

    /// Whether nothing is in it.
    var isEmpty: Bool { bits == 0 }

    package func contains(_ field: UserField) -> Bool { bits & Self.bit(field) != 0 }

    package func union(_ other: Self) -> Self {
        var result = self
        result.bits |= other.bits
        if let own = names, let more = other.names {
            result.names = own.union(more)
        } else {
            result.names = nil
        }
        return result
    }

    package func intersection(_ other: Self) -> Self {
        var result = self
        result.bits &= other.bits
        if let own = names, let more = other.names {
            result.names = own.intersection(more)
        } else {
            result.names = names ?? other.names
        }
        result.noteNames()
        return result
    }

    /// Of whichever attributes there are, named ones can't be taken.
    package func subtracting(_ other: Self) -> Self {
        var result = self
        result.bits &= ~other.bits
        if let taken = other.names {
            result.names?.subtract(taken)
        } else {
            result.names = []
        }
        result.noteNames()
        return result
    }

    /// Whether all of the other's fields are in it.
    func isSuperset(of other: Self) -> Bool {
        guard other.bits & ~bits == 0 else { return false }
        guard let names else { return true }
        guard let more = other.names else { return false }
        return names.isSuperset(of: more)
    }

    /// The cached attributes with the delivered ones of a fetched person in place.
    func attributes(
        _ cached: [String: String], _ fetched: [String: String]
    ) -> [String: String] {
        guard let names else { return fetched }
        return cached.filter { !names.contains($0.key) }
            .merging(fetched.filter { names.contains($0.key) }) { _, new in new }
    }
}

extension UserFields {
    /// What an endpoint with this map delivers.
    init(_ map: FieldMap) {
        self.init(map.rules.keys.filter { $0 != .id })
        insert(attributes: map.attributes.keys)
    }
}

extension User {
    /// The fields that have a value; of attributes, those by name.
    var told: UserFields {
        var told: UserFields = []
        func note(_ field: UserField, _ isTold: Bool) { if isTold { told.insert(field) } }
        note(.username, username != nil)
        note(.displayName, displayName != nil)
        note(.email, email != nil)
        note(.phone, phone != nil)
        note(.title, title != nil)
        note(.department, department != nil)
        note(.isActive, isActive != nil)
        note(.avatarURL, avatarURL != nil)
        note(.updatedAt, updatedAt != nil)
        told.insert(attributes: attributes.keys)
        return told
    }

    /// The person as far as these fields tell, with the id and the time.
    func only(_ fields: UserFields) -> User {
        func kept<Value>(_ field: UserField, _ value: Value?) -> Value? {
            fields.contains(field) ? value : nil
        }
        return User(
            id: id, username: kept(.username, username),
            displayName: kept(.displayName, displayName), email: kept(.email, email),
            phone: kept(.phone, phone), title: kept(.title, title),
            department: kept(.department, department), isActive: kept(.isActive, isActive),
            avatarURL: kept(.avatarURL, avatarURL), updatedAt: kept(.updatedAt, updatedAt),
            fetchedAt: fetchedAt, attributes: fields.attributes([:], attributes))
    }
}

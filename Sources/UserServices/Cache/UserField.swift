/// A field of a person, by its name in JSON output; in the order of the columns that conditions see.
package enum UserField: String, Sendable, Hashable, CaseIterable {
    case id, username, displayName, email, phone, title, department, isActive, avatarURL
    case updatedAt, fetchedAt, attributes

    /// Where the field's value stands in the list of the function `holds`, from 0.
    var column: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The fields that an endpoint delivers: the others keep what is cached of them.
package struct UserFields: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The set of one field.
    package init(_ field: UserField) { rawValue = 1 << UInt16(field.column) }

    package static let username = Self(.username)
    package static let displayName = Self(.displayName)
    package static let email = Self(.email)
    package static let phone = Self(.phone)
    package static let title = Self(.title)
    package static let department = Self(.department)
    package static let isActive = Self(.isActive)
    package static let avatarURL = Self(.avatarURL)
    package static let updatedAt = Self(.updatedAt)
    package static let attributes = Self(.attributes)

    /// Every field that a server can deliver.
    package static let all = Self(UserField.allCases.map { Self($0) })
}

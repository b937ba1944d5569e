/// A field of a person, by its name in JSON output; in the order of the columns that conditions see.
package enum UserField: String, Sendable, Hashable, CaseIterable {
    case id, username, displayName, email, phone, title, department, isActive, avatarURL
    case updatedAt, fetchedAt, attributes

    /// Where the field's value stands in the list of the function `holds`, from 0.
    var column: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

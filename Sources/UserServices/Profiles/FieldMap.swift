import SluiceHTTP

/// The fields of a user that a profile can fill, by their names in JSON output.
enum UserField: String, CaseIterable, Sendable {
    case id, username, displayName, email, phone, title, department, isActive, avatarURL, updatedAt

    /// All of them, for a message.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Where each field of a user stands in an element of an answer.
struct FieldMap: Hashable, Sendable {
    /// The rule of each field that this API delivers.
    var rules: [UserField: FieldRule]
    /// Further values to keep, by the name they get.
    var attributes: [String: FieldRule]

    /// Reads the member `fields`, which must be there.
    init(_ object: inout ProfileObject) throws(ProfileError) {
        guard let map = try FieldMap(optional: &object) else {
            throw object.error("fields", "missing; say at least where the \"id\" is")
        }
        self = map
    }

    /// Reads the member `fields` where there is one.
    init?(optional object: inout ProfileObject) throws(ProfileError) {
        let map = try object.object("fields") { fields throws(ProfileError) in
            var rules: [UserField: FieldRule] = [:]
            for field in UserField.allCases {
                rules[field] = try FieldRule(fields.member(field.rawValue), fields, field.rawValue)
            }
            if rules[.id] == nil { throw fields.error("id", "missing; a user needs an id") }
            let attributes: [String: FieldRule] =
                try fields.object("attributes") { object throws(ProfileError) in
                    var attributes: [String: FieldRule] = [:]
                    for (name, value) in object.allMembers() {
                        attributes[name] = try FieldRule(value, object, name)
                    }
                    return attributes
                } ?? [:]
            return (rules, attributes)
        }
        guard let map else { return nil }
        (rules, attributes) = map
    }
}

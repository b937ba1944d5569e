import SluiceHTTP

extension UserField {
    /// The fields that a profile can fill by a rule each.
    static let mapped = allCases.filter { $0 != .fetchedAt && $0 != .attributes }

    /// All of them, for a message.
    static var list: String { mapped.map(\.rawValue).joined(separator: ", ") }
}

extension UserFields {
    /// What an endpoint with this map delivers.
    init(_ map: FieldMap) {
        self.init(map.rules.keys.filter { $0 != .id }.map { UserFields($0) })
        if !map.attributes.isEmpty { insert(.attributes) }
    }
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
            for field in UserField.mapped {
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

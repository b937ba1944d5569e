import SluiceHTTP

extension UserField {
    /// The fields that a profile can fill by a rule each.
    static let mapped = allCases.filter { $0 != .fetchedAt && $0 != .attributes }

    /// All of them, for a message.
    static var list: String { mapped.map(\.rawValue).joined(separator: ", ") }
}

/// Where each field of a user stands in an element of an answer. What it doesn't name is not read.
struct FieldMap: Hashable, Sendable {
    /// The rule of each field that this API delivers.
    var rules: [UserField: FieldRule] = [:]
    /// Further values to keep, by the name they get.
    var attributes: [String: FieldRule] = [:]

    /// A map of nothing.
    init() {}

    /// Reads the member `fields`; nil where there is none.
    init?(_ object: inout ProfileObject, isNeeded: Bool = false) {
        let map = object.object("fields", as: "fields", isNeeded: isNeeded) { fields in
            var map = FieldMap()
            for field in UserField.mapped {
                map.rules[field] = FieldRule(&fields, field.rawValue)
            }
            if map.rules[.id] == nil, !fields.has("id") {
                fields.note("id", "missing; a user needs an id")
            }
            map.check(fields)
            if let attributes = fields.member("attributes", .rules) {
                map.attributes = Self.attributes(attributes, in: fields)
            }
            return map
        }
        guard let map else { return nil }
        self = map
    }

    /// Notes sources that can't give what the field holds.
    private func check(_ fields: ProfileObject) {
        for source in rules[.updatedAt]?.sources ?? [] {
            guard case .path = source else {
                fields.note("updatedAt", "expected the path of a time, or several to try in order")
                break
            }
        }
        for source in rules[.isActive]?.sources ?? [] {
            switch source {
            case .path, .test: continue
            case .join, .key:
                fields.note("isActive", "expected a path, or a test: a join is neither yes nor no")
            }
        }
    }

    /// Whether everyone's id is the key that they stand under.
    var needsKeys: Bool { rules[.id]?.sources == [.key] }

    private static func attributes(
        _ value: JSONValue, in fields: ProfileObject
    ) -> [String: FieldRule] {
        let rules = fields.read(value, at: "attributes", as: "attributes") { object in
            var rules: [String: FieldRule] = [:]
            for (name, value) in object.allMembers() {
                if name.isEmpty { object.note(name, "an attribute without a name") }
                rules[name] = FieldRule(value, object, name)
            }
            return rules
        }
        return rules ?? [:]
    }
}

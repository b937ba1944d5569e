import SluiceHTTP
import Users

/// Makes users from the elements of an answer, by a profile's field map.
///
/// Holds what it learnt of the elements' keys, so it serves the elements of one document, in order.
struct UserMapper {
    /// Why an element is no user: a place in the element, and the reason.
    struct Mistake: Error {
        var path: String
        var reason: String
    }

    private var reader: ElementReader
    // A property each: a dictionary's lookups would take longer than reading the fields.
    private let id, username, displayName, email, phone, title, department: MappedRule
    private let isActive, avatarURL, updatedAt: MappedRule
    private let attributes: [(name: String, rule: MappedRule)]
    private let dates: [Profile.DateUnit]

    /// Prepares a field map; times are read in the first of `dates` that fits.
    init(_ map: FieldMap, dates: [Profile.DateUnit]) {
        var compiler = MappedRule.Compiler()
        id = compiler.rule(map.rules[.id])
        username = compiler.rule(map.rules[.username])
        displayName = compiler.rule(map.rules[.displayName])
        email = compiler.rule(map.rules[.email])
        phone = compiler.rule(map.rules[.phone])
        title = compiler.rule(map.rules[.title])
        department = compiler.rule(map.rules[.department])
        isActive = compiler.rule(map.rules[.isActive])
        avatarURL = compiler.rule(map.rules[.avatarURL])
        updatedAt = compiler.rule(map.rules[.updatedAt])
        attributes = map.attributes.sorted { $0.key < $1.key }
            .map { ($0.key, compiler.rule($0.value)) }
        reader = ElementReader(compiler.keys)
        self.dates = dates
    }

    /// Reads one element, which stands under `key` where it is one of an object's.
    ///
    /// Throws when it has no id, or a value of the wrong kind.
    mutating func user(
        from element: JSONValue, key: String? = nil, fetchedAt: Int64?
    ) throws(Mistake) -> User {
        reader.read(element, key)
        guard let id = try reader.text(id) else {
            throw Mistake(path: self.id.text, reason: "missing; a user needs an id")
        }
        var user = User(
            id: User.ID(rawValue: id), username: try reader.text(username),
            displayName: try reader.text(displayName), email: try reader.text(email),
            phone: try reader.text(phone), title: try reader.text(title),
            department: try reader.text(department), isActive: try reader.flag(isActive.sources),
            avatarURL: try reader.text(avatarURL), updatedAt: try time(updatedAt),
            fetchedAt: fetchedAt)
        for (name, rule) in attributes {
            if let value = try reader.text(rule) { user.attributes[name] = value }
        }
        return user
    }

    private func time(_ rule: MappedRule) throws(Mistake) -> Int64? {
        for case .place(let place) in rule.sources {
            guard let value = try reader.scalar(place), let text = value.text, !text.isEmpty
            else { continue }
            guard let time = dates.lazy.compactMap({ $0.milliseconds(value) }).first else {
                let names = dates.map(\.rawValue).joined(separator: ", ")
                throw Mistake(path: place.text, reason: "expected a time (\(names))")
            }
            return time
        }
        return nil
    }
}

extension Profile.DateUnit {
    /// A time written in this unit, in milliseconds since 1970; nil when it isn't one.
    ///
    /// A number may stand in quotes, and seconds may have a fraction.
    func milliseconds(_ value: JSONValue) -> Int64? {
        let text = value.text ?? ""
        switch self {
        case .rfc3339: return DateText.milliseconds(text)
        case .milliseconds: return value.int ?? Int64(text)
        case .seconds:
            if let seconds = value.int ?? Int64(text) {
                let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
                return overflow ? nil : product
            }
            return Double(text).flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
        }
    }
}

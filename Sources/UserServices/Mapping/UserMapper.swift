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

    /// A field whose value is a text; its number is its place in `rules`.
    private enum TextField: Int, CaseIterable {
        case id, username, displayName, email, phone, title, department, avatarURL

        var field: UserField {
            switch self {
            case .id: .id
            case .username: .username
            case .displayName: .displayName
            case .email: .email
            case .phone: .phone
            case .title: .title
            case .department: .department
            case .avatarURL: .avatarURL
            }
        }
    }

    // Arrays, since a mapper is copied for nearly every field it reads: with a property for each rule,
    // half the time of mapping went into that.
    private var reader: ElementReader
    private let rules: [MappedRule]
    /// The slots of the text fields that are plain members; nil for those that are more.
    private let slots: [Int?]
    private let flags, times: [MappedRule.Source]
    private let flagSlot, timeSlot: Int?
    private let attributes: [(name: String, rule: MappedRule)]
    private let dates: [Profile.DateUnit]

    /// Prepares a field map; times are read in the first of `dates` that fits.
    init(_ map: FieldMap, dates: [Profile.DateUnit], nothing: [String] = []) {
        var compiler = MappedRule.Compiler(readsMembers: nothing.isEmpty)
        rules = TextField.allCases.map { compiler.rule(map.rules[$0.field]) }
        slots = rules.map(\.member)
        let isActive = compiler.rule(map.rules[.isActive])
        let updatedAt = compiler.rule(map.rules[.updatedAt])
        (flags, flagSlot) = (isActive.sources, isActive.member)
        (times, timeSlot) = (updatedAt.sources, updatedAt.member)
        attributes = map.attributes.sorted { $0.key < $1.key }
            .map { ($0.key, compiler.rule($0.value)) }
        reader = ElementReader(compiler.keys, nothing: nothing)
        self.dates = dates
    }

    /// Reads one element, which stands under `key` where it is one of an object's.
    ///
    /// Throws when it has no id, or a value of the wrong kind.
    mutating func user(
        from element: JSONValue, key: String? = nil, fetchedAt: Int64?
    ) throws(Mistake) -> User {
        reader.read(element, key)
        guard let id = try text(.id) else {
            let path = rules[TextField.id.rawValue].text
            guard path.isEmpty || element.kind == .object else {
                throw Mistake(path: "", reason: "expected object, found \(element.kind.rawValue)")
            }
            throw Mistake(path: path, reason: "missing; a user needs an id")
        }
        return User(
            id: User.ID(rawValue: id), username: try text(.username),
            displayName: try text(.displayName), email: try text(.email), phone: try text(.phone),
            title: try text(.title), department: try text(.department), isActive: try flag(),
            avatarURL: try text(.avatarURL), updatedAt: try time(), fetchedAt: fetchedAt,
            attributes: attributes.isEmpty ? [:] : try texts())
    }

    /// The fields that the element last read has no key for.
    var lacking: UserFields {
        var lacking: UserFields = []
        for field in TextField.allCases where !reader.hasKey(rules[field.rawValue].sources) {
            lacking.insert(field.field)
        }
        if !reader.hasKey(flags) { lacking.insert(.isActive) }
        if !reader.hasKey(times) { lacking.insert(.updatedAt) }
        lacking.insert(
            attributes: attributes.filter { !reader.hasKey($0.rule.sources) }.map(\.name))
        return lacking
    }

    @inline(__always)
    private func text(_ field: TextField) throws(Mistake) -> String? {
        if let slot = slots[field.rawValue] {
            guard let value = reader.member(slot) else { return nil }
            if let text = value.text { return text.isEmpty ? nil : text }
        }
        return try reader.text(rules[field.rawValue])
    }

    private func texts() throws(Mistake) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, rule) in attributes { texts[name] = try reader.text(rule) }
        return texts
    }

    private func flag() throws(Mistake) -> Bool? {
        if let flagSlot, let flag = reader.member(flagSlot)?.bool { return flag }
        return try reader.flag(flags)
    }

    private func time() throws(Mistake) -> Int64? {
        if let timeSlot, dates.first == .milliseconds, let time = reader.member(timeSlot)?.int {
            return time
        }
        return try time(times)
    }

    private func time(_ sources: [MappedRule.Source]) throws(Mistake) -> Int64? {
        for case .place(let place) in sources {
            guard let value = try reader.scalar(place), let text = value.text, reader.says(text)
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
        case .http: return DateText.httpDate(text)
        case .compact: return DateText.compact(text)
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

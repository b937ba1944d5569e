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

    /// Stands for a field that is more than a member.
    private static let noSlot = -1

    // Arrays, since a mapper is copied for nearly every field it reads: with a property for each rule,
    // half the time of mapping went into that.
    private var members: JSONFields
    private let rules: [MappedRule]
    /// The slots of the text fields that are plain members, else `noSlot`.
    private let slots: [Int]
    private let flags, times: [MappedRule.Source]
    private let flagSlot, timeSlot: Int
    private let attributes: [(name: String, rule: MappedRule)]
    private let dates: Profile.DateUnit

    /// Prepares a field map.
    init(_ map: FieldMap, dates: Profile.DateUnit) {
        var compiler = MappedRule.Compiler()
        rules = TextField.allCases.map { compiler.rule(map.rules[$0.field]) }
        slots = rules.map { $0.member ?? Self.noSlot }
        let (isActive, updatedAt) = (
            compiler.rule(map.rules[.isActive]), compiler.rule(map.rules[.updatedAt])
        )
        (flags, flagSlot) = (isActive.sources, isActive.member ?? Self.noSlot)
        (times, timeSlot) = (updatedAt.sources, updatedAt.member ?? Self.noSlot)
        attributes = map.attributes.sorted { $0.key < $1.key }
            .map { ($0.key, compiler.rule($0.value)) }
        members = JSONFields(compiler.keys)
        self.dates = dates
    }

    /// Reads one element. Throws when it has no id, or a value of the wrong kind.
    mutating func user(from element: JSONValue, fetchedAt: Int64?) throws(Mistake) -> User {
        members.read(element)
        guard let id = try text(.id, element) else {
            throw Mistake(
                path: rules[TextField.id.rawValue].text, reason: "missing; a user needs an id")
        }
        return User(
            id: User.ID(rawValue: id), username: try text(.username, element),
            displayName: try text(.displayName, element), email: try text(.email, element),
            phone: try text(.phone, element), title: try text(.title, element),
            department: try text(.department, element), isActive: try flag(element),
            avatarURL: try text(.avatarURL, element), updatedAt: try time(element),
            fetchedAt: fetchedAt, attributes: attributes.isEmpty ? [:] : try texts(element))
    }

    private func texts(_ element: JSONValue) throws(Mistake) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, rule) in attributes { texts[name] = try text(rule.sources, element) }
        return texts
    }

    private func flag(_ element: JSONValue) throws(Mistake) -> Bool? {
        if flagSlot >= 0, let flag = members[flagSlot]?.bool { return flag }
        return try flag(flags, element)
    }

    private func time(_ element: JSONValue) throws(Mistake) -> Int64? {
        if timeSlot >= 0, dates == .milliseconds, let time = members[timeSlot]?.int {
            return time
        }
        return try time(times, element)
    }

    @inline(__always)
    private func text(_ field: TextField, _ element: JSONValue) throws(Mistake) -> String? {
        let slot = slots[field.rawValue]
        guard slot >= 0 else { return try text(rules[field.rawValue].sources, element) }
        guard let value = members[slot] else { return nil }
        if let text = value.text { return text.isEmpty ? nil : text }
        if value.isNull { return nil }
        throw Mistake(
            path: rules[field.rawValue].text,
            reason: "expected text, found \(value.kind.rawValue)")
    }

    /// The first source that gives a text; an empty one gives nothing.
    private func text(_ sources: [MappedRule.Source], _ element: JSONValue) throws(Mistake)
        -> String?
    {
        for source in sources {
            let text: String?
            switch source {
            case .place(let place): text = try scalar(place, element)?.text
            case .join(let pieces): text = try join(pieces, element)
            case .equals, .not: text = try flag([source], element).map { $0 ? "true" : "false" }
            }
            if let text, !text.isEmpty { return text }
        }
        return nil
    }

    private func join(_ pieces: [MappedRule.Piece], _ element: JSONValue) throws(Mistake) -> String?
    {
        var joined = ""
        var hasValue = false
        for piece in pieces {
            switch piece {
            case .text(let text): joined += text
            case .place(let place):
                guard let text = try scalar(place, element)?.text, !text.isEmpty else { continue }
                joined += text
                hasValue = true
            }
        }
        guard hasValue else { return nil }
        // A missing value leaves the blank beside it.
        while joined.first?.isWhitespace == true { joined.removeFirst() }
        while joined.last?.isWhitespace == true { joined.removeLast() }
        return joined
    }

    private func flag(_ sources: [MappedRule.Source], _ element: JSONValue) throws(Mistake) -> Bool?
    {
        for source in sources {
            switch source {
            case .place(let place):
                if let flag = try boolean(place, element) { return flag }
            case .not(let place):
                if let flag = try boolean(place, element) { return !flag }
            case .equals(let place, let text):
                if let value = try scalar(place, element)?.text { return value == text }
            case .join: continue
            }
        }
        return nil
    }

    private func boolean(_ place: MappedRule.Place, _ element: JSONValue) throws(Mistake) -> Bool? {
        guard let value = try scalar(place, element) else { return nil }
        if let bool = value.bool { return bool }
        switch value.text {
        case "1", "true": return true
        case "0", "false": return false
        case "": return nil
        default: throw Mistake(path: place.text, reason: "expected true or false")
        }
    }

    private func time(_ sources: [MappedRule.Source], _ element: JSONValue) throws(Mistake)
        -> Int64?
    {
        for case .place(let place) in sources {
            guard let value = try scalar(place, element), let text = value.text, !text.isEmpty
            else { continue }
            let number = value.int ?? Int64(text)
            let time =
                switch dates {
                case .rfc3339: DateText.milliseconds(text)
                case .milliseconds: number
                case .seconds:
                    number.flatMap { $0.multipliedOrNil(by: 1_000) }
                        ?? Double(text).flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
                }
            guard let time else {
                throw Mistake(path: place.text, reason: "expected a time (\(dates.rawValue))")
            }
            return time
        }
        return nil
    }

    /// What stands at a place; null counts as nothing, and a container is a mistake.
    private func scalar(_ place: MappedRule.Place, _ element: JSONValue) throws(Mistake)
        -> JSONValue?
    {
        let start = place.slot.map { members[$0] } ?? element
        guard let value = start?.value(at: place.rest), !value.isNull else { return nil }
        guard value.kind != .object, value.kind != .array else {
            throw Mistake(path: place.text, reason: "expected text, found \(value.kind.rawValue)")
        }
        return value
    }
}

extension Int64 {
    fileprivate func multipliedOrNil(by factor: Int64) -> Int64? {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}

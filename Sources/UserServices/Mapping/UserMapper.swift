import SluiceHTTP
import Users

/// Makes users from the elements of an answer, by a profile's field map.
///
/// Holds what it learnt of the elements' keys, so it serves the elements of one document, in order.
struct UserMapper {
    /// A source of a value, cut into the member to look up and the way on from there.
    private enum Source {
        case place(Place)
        case join([Piece])
        case equals(Place, String)
        case not(Place)
    }

    private enum Piece {
        case text(String)
        case place(Place)
    }

    /// A path whose first key is a slot of `members`; nil where it doesn't begin with a key.
    private struct Place {
        var slot: Int?
        var rest: JSONPath
        var text: String
    }

    /// Why an element is no user: a place in the element, and the reason.
    struct Mistake: Error {
        var path: String
        var reason: String
    }

    private var members: JSONFields
    private let rules: [UserField: [Source]]
    private let attributes: [(name: String, sources: [Source])]
    private let dates: Profile.DateUnit

    /// Prepares a field map.
    init(_ map: FieldMap, dates: Profile.DateUnit) {
        var keys: [JSONKey] = []
        func place(_ path: JSONPath) -> Place {
            guard let (key, rest) = path.splitFirstKey else {
                return Place(slot: nil, rest: path, text: path.text)
            }
            let slot = keys.firstIndex(of: key) ?? keys.count
            if slot == keys.count { keys.append(key) }
            return Place(slot: slot, rest: rest, text: path.text)
        }
        func sources(_ rule: FieldRule) -> [Source] {
            rule.sources.map { source in
                switch source {
                case .path(let path): .place(place(path))
                case .equals(let path, let text): .equals(place(path), text)
                case .not(let path): .not(place(path))
                case .join(let pieces):
                    .join(
                        pieces.map { piece in
                            switch piece {
                            case .text(let text): .text(text)
                            case .path(let path): .place(place(path))
                            }
                        })
                }
            }
        }
        rules = map.rules.mapValues(sources)
        attributes = map.attributes.sorted { $0.key < $1.key }.map { ($0.key, sources($0.value)) }
        members = JSONFields(keys)
        self.dates = dates
    }

    /// Reads one element. Throws when it has no id, or a value of the wrong kind.
    mutating func user(from element: JSONValue, fetchedAt: Int64?) throws(Mistake) -> User {
        members.read(element)
        guard let id = try text(.id, element) else {
            throw Mistake(path: path(of: .id), reason: "missing; a user needs an id")
        }
        var user = User(id: User.ID(rawValue: id))
        user.username = try text(.username, element)
        user.displayName = try text(.displayName, element)
        user.email = try text(.email, element)
        user.phone = try text(.phone, element)
        user.title = try text(.title, element)
        user.department = try text(.department, element)
        user.avatarURL = try text(.avatarURL, element)
        user.isActive = try flag(.isActive, element)
        user.updatedAt = try time(.updatedAt, element)
        user.fetchedAt = fetchedAt
        for (name, sources) in attributes {
            if let value = try text(sources, element) { user.attributes[name] = value }
        }
        return user
    }

    private func text(_ field: UserField, _ element: JSONValue) throws(Mistake) -> String? {
        guard let sources = rules[field] else { return nil }
        return try text(sources, element)
    }

    /// The first source that gives a text; an empty one gives nothing.
    private func text(_ sources: [Source], _ element: JSONValue) throws(Mistake) -> String? {
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

    private func join(_ pieces: [Piece], _ element: JSONValue) throws(Mistake) -> String? {
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

    private func flag(_ field: UserField, _ element: JSONValue) throws(Mistake) -> Bool? {
        guard let sources = rules[field] else { return nil }
        return try flag(sources, element)
    }

    private func flag(_ sources: [Source], _ element: JSONValue) throws(Mistake) -> Bool? {
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

    private func boolean(_ place: Place, _ element: JSONValue) throws(Mistake) -> Bool? {
        guard let value = try scalar(place, element) else { return nil }
        switch value.text {
        case "true", "1": return true
        case "false", "0": return false
        case "": return nil
        default: throw Mistake(path: place.text, reason: "expected true or false")
        }
    }

    private func time(_ field: UserField, _ element: JSONValue) throws(Mistake) -> Int64? {
        for case .place(let place) in rules[field] ?? [] {
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
    private func scalar(_ place: Place, _ element: JSONValue) throws(Mistake) -> JSONValue? {
        let start = place.slot.map { members[$0] } ?? element
        guard let value = start?.value(at: place.rest), !value.isNull else { return nil }
        guard value.kind != .object, value.kind != .array else {
            throw Mistake(path: place.text, reason: "expected text, found \(value.kind.rawValue)")
        }
        return value
    }

    private func path(of field: UserField) -> String {
        for case .place(let place) in rules[field] ?? [] { return place.text }
        return field.rawValue
    }
}

extension Int64 {
    fileprivate func multipliedOrNil(by factor: Int64) -> Int64? {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? nil : product
    }
}

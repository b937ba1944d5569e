import SluiceHTTP

/// Reads the values of one element after another, by prepared rules.
struct ElementReader {
    private var members: JSONFields
    private var element: JSONValue?
    private var key: String?
    /// Texts that say nothing: `N/A`, or `false` where there is none.
    private let nothing: [String]

    init(_ keys: [JSONKey], nothing: [String]) {
        members = JSONFields(keys)
        self.nothing = nothing
    }

    /// Goes to an element, and the key it stands under.
    @inline(__always)
    mutating func read(_ element: JSONValue, _ key: String?) {
        members.read(element)
        self.element = element
        self.key = key
    }

    /// What stands under the key of a slot.
    @inline(__always)
    func member(_ slot: Int) -> JSONValue? { members[slot] }

    /// The text of a rule; nil when there is none, or an empty one.
    @inline(__always)
    func text(_ rule: borrowing MappedRule) throws(UserMapper.Mistake) -> String? {
        guard let member = rule.member else { return try text(rule.sources) }
        guard let value = members[member] else { return nil }
        if let text = value.text { return text.isEmpty ? nil : text }
        if value.isNull { return nil }
        return try joined(value, rule.text)
    }

    /// The first source that gives a text; an empty one gives nothing.
    private func text(_ sources: [MappedRule.Source]) throws(UserMapper.Mistake) -> String? {
        for source in sources {
            let text: String?
            switch source {
            case .place(let place): text = try self.text(at: place)
            case .key: text = key
            case .join(let pieces): text = try join(pieces)
            case .test(let place, .map(let words)):
                text = try scalar(place)?.text.map { words[$0] ?? $0 }
            case .test(let place, .part(let after, let before)):
                text = try scalar(place)?.text.flatMap { Self.part($0, after, before) }
            case .test: text = try flag([source]).map { $0 ? "true" : "false" }
            }
            if let text, says(text) { return text }
        }
        return nil
    }

    /// Whether a text says something.
    func says(_ text: String) -> Bool { !text.isEmpty && !nothing.contains(text) }

    /// What stands after the last of one mark and before the first of another; nil where one is
    /// missing. A slash at the end ends no segment.
    private static func part(_ text: String, _ after: String?, _ before: String?) -> String? {
        var rest = text[...]
        if let after {
            if after.hasSuffix("/") { while rest.hasSuffix("/") { rest.removeLast() } }
            guard let end = rest.ranges(of: after).last?.upperBound else { return nil }
            rest = rest[end...]
        }
        if let before {
            guard let start = rest.firstRange(of: before)?.lowerBound else { return nil }
            rest = rest[..<start]
        }
        return String(rest)
    }

    /// The first source that says yes or no.
    func flag(_ sources: [MappedRule.Source]) throws(UserMapper.Mistake) -> Bool? {
        for source in sources {
            switch source {
            case .place(let place):
                if let flag = try boolean(scalar(place)?.text, place) { return flag }
            case .test(let place, let test):
                if let flag = try flag(test, place) { return flag }
            case .join, .key: continue
            }
        }
        return nil
    }

    private func flag(
        _ test: FieldRule.Test, _ place: MappedRule.Place
    ) throws(UserMapper.Mistake) -> Bool? {
        switch test {
        case .present(let wanted): return hasValue(place) == wanted
        case .equals(let texts): return try scalar(place)?.text.map(texts.contains)
        case .differs(let texts): return try scalar(place)?.text.map { !texts.contains($0) }
        case .not: return try boolean(scalar(place)?.text, place).map { !$0 }
        case .map(let words):
            return try boolean(scalar(place)?.text.map { words[$0] ?? $0 }, place)
        case .part(let after, let before):
            return try boolean(
                scalar(place)?.text.flatMap { Self.part($0, after, before) }, place)
        }
    }

    private func boolean(
        _ text: String?, _ place: MappedRule.Place
    ) throws(UserMapper.Mistake) -> Bool? {
        switch text?.lowercased() {
        case "1", "true", "yes": return true
        case "0", "false", "no": return false
        case "", nil: return nil
        default: throw UserMapper.Mistake(path: place.text, reason: "expected true or false")
        }
    }

    private func join(_ pieces: [MappedRule.Piece]) throws(UserMapper.Mistake) -> String? {
        var joined = ""
        var hasValue = false
        for piece in pieces {
            switch piece {
            case .text(let text): joined += text
            case .place(let place):
                guard let text = try scalar(place)?.text, says(text) else { continue }
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

    /// What stands at a place; null and empty containers count as nothing, others are a mistake.
    func scalar(_ place: MappedRule.Place) throws(UserMapper.Mistake) -> JSONValue? {
        guard let value = value(at: place), !value.isNull, !value.isEmptyContainer else {
            return nil
        }
        guard value.kind != .object, value.kind != .array else {
            throw UserMapper.Mistake(
                path: place.text, reason: "expected text, found \(value.kind.rawValue)")
        }
        return value
    }

    private func hasValue(_ place: MappedRule.Place) -> Bool {
        guard let value = value(at: place) else { return false }
        return !value.isNull && !value.isEmptyContainer && value.text != ""
    }

    /// Whether something stands where one of the sources looks, if it is only null.
    func hasKey(_ sources: [MappedRule.Source]) -> Bool {
        sources.contains { source in
            switch source {
            case .place(let place), .test(let place, _): value(at: place) != nil
            case .key: key != nil
            case .join(let pieces):
                pieces.contains { piece in
                    if case .place(let place) = piece { value(at: place) != nil } else { false }
                }
            }
        }
    }

    private func value(at place: MappedRule.Place) -> JSONValue? {
        let start = place.slot.map { members[$0] } ?? element
        return start?.value(at: place.rest)
    }

    private func text(at place: MappedRule.Place) throws(UserMapper.Mistake) -> String? {
        guard let value = value(at: place), !value.isNull else { return nil }
        if let text = value.text { return text }
        return try joined(value, place.text)
    }

    /// The texts of an array with a comma between them: groups, roles, several addresses.
    private func joined(_ value: JSONValue, _ place: String) throws(UserMapper.Mistake) -> String? {
        guard value.kind == .array || value.isEmptyContainer else {
            throw UserMapper.Mistake(
                path: place, reason: "expected text, found \(value.kind.rawValue)")
        }
        var texts: [String] = []
        for element in value.elements where !element.isNull {
            guard let text = element.text else {
                throw UserMapper.Mistake(
                    path: place,
                    reason: "expected text, found an array with \(element.kind.rawValue)")
            }
            texts.append(text)
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

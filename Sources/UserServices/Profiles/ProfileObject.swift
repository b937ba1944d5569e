import SluiceHTTP

/// One JSON object of a profile while it is read: it knows its place, and which keys were asked for.
///
/// Every key that a profile may have is asked for by whoever reads it; what is left at the end is a
/// misspelt one. So the reader is the only list of the allowed keys.
struct ProfileObject {
    private let value: JSONValue
    private let place: String
    private var known: [String] = []

    init(_ value: JSONValue, at place: String) throws(ProfileError) {
        guard value.kind == .object else {
            throw ProfileError(
                path: place, reason: "expected an object, found \(value.kind.rawValue)")
        }
        self.value = value
        self.place = place
    }

    /// The path of a member, for messages.
    func path(of key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// An error about a member.
    func error(_ key: String, _ reason: String) -> ProfileError {
        ProfileError(path: path(of: key), reason: reason)
    }

    /// A member; nil where it is missing or null.
    mutating func member(_ key: String) -> JSONValue? {
        known.append(key)
        guard let value = value[JSONKey(key)], !value.isNull else { return nil }
        return value
    }

    /// Every member, for an object whose keys are free: headers, variables.
    mutating func allMembers() -> [(key: String, value: JSONValue)] {
        let members = value.members.map { (key: $0.key.string ?? "", value: $0.value) }
        known += members.map(\.key)
        return members
    }

    /// Reads an object in this one.
    mutating func object<Result>(
        _ key: String, _ read: (inout ProfileObject) throws(ProfileError) -> Result
    ) throws(ProfileError) -> Result? {
        guard let value = member(key) else { return nil }
        return try Self.read(value, at: path(of: key), read)
    }

    /// Reads one object or an array of them; empty where there is none.
    mutating func objects<Result>(
        _ key: String, _ read: (inout ProfileObject) throws(ProfileError) -> Result
    ) throws(ProfileError) -> [Result] {
        guard let value = member(key) else { return [] }
        guard value.kind == .array else { return [try Self.read(value, at: path(of: key), read)] }
        var results: [Result] = []
        for element in value.elements {
            let place = "\(path(of: key))[\(results.count)]"
            results.append(try Self.read(element, at: place, read))
        }
        return results
    }

    /// Reads `value` as an object in which no key may be left over.
    static func read<Result>(
        _ value: JSONValue, at place: String,
        _ read: (inout ProfileObject) throws(ProfileError) -> Result
    ) throws(ProfileError) -> Result {
        var object = try ProfileObject(value, at: place)
        let result = try read(&object)
        try object.refuseUnknownKeys()
        return result
    }

    private func refuseUnknownKeys() throws(ProfileError) {
        for member in value.members {
            let key = member.key.string ?? ""
            if known.contains(key) { continue }
            var reason = "unknown key"
            if let nearest = Nearest.word(to: key, in: known) {
                reason += "; did you mean \"\(nearest)\"?"
            } else {
                reason += "; allowed are \(known.sorted().joined(separator: ", "))"
            }
            throw error(key, reason)
        }
    }
}

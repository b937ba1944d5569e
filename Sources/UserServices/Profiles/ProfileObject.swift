import SluiceHTTP

/// One JSON object of a profile while it is read: it knows its place, and which keys were asked for.
///
/// What can't be read is noted and read as missing. What wasn't asked for when the object is done is
/// a misspelt key, which would otherwise be a rule that silently doesn't hold.
struct ProfileObject {
    private let value: JSONValue?
    private let place: String
    private let shape: String
    private let reading: ProfileReading
    /// Whether keys are gathered, and there is nothing to read.
    var isDescribing: Bool { reading.isDescribing }
    private var known: [String] = []

    /// The path of a member, for messages.
    func path(of key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    /// Notes a mistake at a member.
    func note(_ key: String, _ reason: String) { reading.note(path(of: key), reason) }

    /// Notes a value of the wrong kind.
    func noteKind(_ key: String, expected what: String, found value: JSONValue) {
        note(key, "expected \(what), found \(value.kind.rawValue)")
    }

    /// A member; nil where it is missing or null.
    mutating func member(
        _ key: String, _ kind: ProfileKey.Kind, isNeeded: Bool = false
    ) -> JSONValue? {
        known.append(key)
        reading.learn(ProfileKey(name: key, kind: kind, isNeeded: isNeeded), of: shape)
        guard let value = value?[JSONKey(key)], !value.isNull else { return nil }
        return value
    }

    /// Whether there is something at a key, or further down.
    func has(_ keys: String...) -> Bool {
        keys.reduce(value) { $0?[JSONKey($1)] }.map { !$0.isNull } ?? false
    }

    /// The keys of an object further down, which isn't read by that: names that others may use.
    func names(at keys: String...) -> Set<String> {
        let found = keys.reduce(value) { $0?[JSONKey($1)] }
        return Set((found?.members.map { $0.key.string ?? "" } ?? []))
    }

    /// The text of a member further down, which isn't read by that.
    func glimpse(_ keys: String...) -> String? {
        keys.reduce(value) { $0?[JSONKey($1)] }?.string
    }

    /// Every member, for an object whose keys are free: headers, variables.
    mutating func allMembers() -> [(key: String, value: JSONValue)] {
        let members = value?.members.map { (key: $0.key.string ?? "", value: $0.value) } ?? []
        known += members.map(\.key)
        return members
    }

    /// Reads an object in this one. `shape` names objects that are alike wherever they stand.
    mutating func object<Result>(
        _ key: String, as shape: String? = nil, isNeeded: Bool = false,
        _ read: (inout ProfileObject) -> Result
    ) -> Result? {
        let shape = shape ?? path(of: key)
        let value = member(key, .object(shape), isNeeded: isNeeded)
        guard value != nil || reading.isDescribing else { return nil }
        return Self.read(value, at: path(of: key), as: shape, reading, read)
    }

    /// Reads one object or an array of them; empty where there is none.
    mutating func objects<Result>(
        _ key: String, _ read: (inout ProfileObject) -> Result
    ) -> [Result] {
        let shape = path(of: key)
        let value = member(key, .objects(shape))
        guard value != nil || reading.isDescribing else { return [] }
        guard let value, value.kind == .array else {
            return Self.read(value, at: shape, as: shape, reading, read).map { [$0] } ?? []
        }
        var results: [Result] = []
        for (index, element) in value.elements.enumerated() {
            let place = "\(shape)[\(index)]"
            if let result = Self.read(element, at: place, as: shape, reading, read) {
                results.append(result)
            }
        }
        return results
    }

    /// Reads a value that stands at a member as an object.
    func read<Result>(
        _ value: JSONValue, at key: String, as shape: String,
        _ read: (inout ProfileObject) -> Result
    ) -> Result? {
        Self.read(value, at: path(of: key), as: shape, reading, read)
    }

    /// Reads an object that may stand elsewhere than at a key of its own, when keys are gathered.
    func describe(_ shape: String, _ read: (inout ProfileObject) -> Void) {
        if reading.isDescribing { _ = Self.read(nil, at: shape, as: shape, reading, read) }
    }

    /// Reads an object in which no key may be left over; nil, and noted, when `value` is none.
    static func read<Result>(
        _ value: JSONValue?, at place: String, as shape: String, _ reading: ProfileReading,
        _ read: (inout ProfileObject) -> Result
    ) -> Result? {
        if let value, value.kind != .object {
            reading.note(place, "expected an object, found \(value.kind.rawValue)")
            return nil
        }
        var object = ProfileObject(value: value, place: place, shape: shape, reading: reading)
        let result = read(&object)
        object.noteUnknownKeys()
        return result
    }

    private init(value: JSONValue?, place: String, shape: String, reading: ProfileReading) {
        (self.value, self.place, self.shape, self.reading) = (value, place, shape, reading)
    }

    private func noteUnknownKeys() {
        guard let value else { return }
        var seen: Set<String> = []
        for member in value.members {
            let key = member.key.string ?? ""
            guard seen.insert(key).inserted else {
                note(key, "written twice; the first one would hold")
                continue
            }
            if known.contains(key) { continue }
            if let nearest = Nearest.word(to: key, in: known) {
                note(key, "unknown key; did you mean \"\(nearest)\"?")
            } else {
                let allowed = Set(known).sorted().joined(separator: ", ")
                note(key, "unknown key; allowed are \(allowed)")
            }
        }
    }
}

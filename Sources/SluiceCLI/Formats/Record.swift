/// A result to print: named values in a fixed order.
struct Record: Hashable, Sendable {
    /// One named value.
    struct Field: Hashable, Sendable {
        /// Its name, as in JSON and in `--fields`.
        var name: String
        /// Its value.
        var value: FieldValue
    }

    /// The values, in the order of their schema.
    var fields: [Field]

    /// Makes a record from names and values.
    init(_ fields: KeyValuePairs<String, FieldValue>) {
        self.fields = fields.map { Field(name: $0.key, value: $0.value) }
    }

    /// Makes a record of the given fields.
    init(fields: [Field]) { self.fields = fields }

    /// The value of a field, or of a part of one: `attributes.team`. Null when the record has none.
    subscript(name: String) -> FieldValue {
        if let field = fields.first(where: { $0.name == name }) { return field.value }
        guard let part = Self.part(of: name), case .object(let inner) = self[part.field] else {
            return .null
        }
        return inner.first { $0.name == part.inner }?.value ?? .null
    }

    /// The sides of the first dot of `attributes.team`; nil for a field's own name.
    static func part(of name: String) -> (field: String, inner: String)? {
        guard let dot = name.firstIndex(of: "."), dot > name.startIndex else { return nil }
        let inner = String(name[name.index(after: dot)...])
        return inner.isEmpty ? nil : (String(name[..<dot]), inner)
    }

    /// The record with only the named fields, in that order.
    func picking(_ names: [String]) -> Record {
        Record(fields: names.map { Field(name: $0, value: self[$0]) })
    }
}

/// A value to print, with what it means, so that each format can show it in its own way.
indirect enum FieldValue: Hashable, Sendable {
    /// Unknown.
    case null
    /// Text; from a server as it came.
    case text(String)
    /// A count.
    case integer(Int64)
    /// A size in bytes.
    case bytes(Int64)
    /// True or false.
    case flag(Bool)
    /// A moment, in milliseconds since 1970; RFC 3339 for programs, an age for a person.
    case time(Int64)
    /// Named values of their own.
    case object([Record.Field])
    /// Several values.
    case list([FieldValue])

    /// The text, or null when there is none.
    init(_ text: String?) { self = text.map(FieldValue.text) ?? .null }
    /// The flag, or null when it is unknown.
    init(_ flag: Bool?) { self = flag.map(FieldValue.flag) ?? .null }
    /// The count, or null when it is unknown.
    init(_ count: Int?) { self = count.map { .integer(Int64($0)) } ?? .null }
    /// The moment, or null when it is unknown.
    init(time: Int64?) { self = time.map(FieldValue.time) ?? .null }
    /// The size, or null when it is unknown.
    init(bytes: Int64?) { self = bytes.map(FieldValue.bytes) ?? .null }
}

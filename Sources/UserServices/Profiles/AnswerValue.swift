import SluiceHTTP

/// Where an answer holds one text.
enum AnswerPlace: Hashable, Sendable {
    case path(JSONPath)
    case header(String)
    /// A cookie that it sets; `*` is all of them, as they are sent back.
    case cookie(String)
}

/// A value that is taken from an answer, by the name it has in templates.
struct AnswerValue: Hashable, Sendable {
    var name: String
    var place: AnswerPlace

    /// Reads the member `values`: an object of paths, or of objects with a path, a header or a cookie.
    static func read(_ object: inout ProfileObject) -> [AnswerValue] {
        object.describe("value") { _ = place(&$0) }
        guard let value = object.member("values", .places) else { return [] }
        let values = object.read(value, at: "values", as: "values") { values in
            values.allMembers().compactMap { name, value -> AnswerValue? in
                values.noteValueName(name, name)
                return place(value, values, name).map { AnswerValue(name: name, place: $0) }
            }
        }
        return values ?? []
    }

    private static func place(
        _ value: JSONValue, _ values: ProfileObject, _ name: String
    ) -> AnswerPlace? {
        switch value.kind {
        case .string: return values.parsePath(value.string ?? "", name).map { .path($0) }
        case .object: return values.read(value, at: name, as: "value") { place(&$0) } ?? nil
        default:
            values.noteKind(
                name, expected: "a path, or an object with a path, a header or a cookie",
                found: value)
            return nil
        }
    }

    private static func place(_ object: inout ProfileObject) -> AnswerPlace? {
        let places: [AnswerPlace?] = [
            object.path("path").map { .path($0) },
            object.headerName("header").map { .header($0) },
            object.word("cookie").map { .cookie($0) },
        ]
        let found = places.compactMap(\.self)
        guard let place = found.first, found.count == 1 else {
            object.note("path", "expected one of path, header, cookie, and one only")
            return nil
        }
        return place
    }
}

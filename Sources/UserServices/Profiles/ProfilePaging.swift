import SluiceHTTP

/// How an API hands out a long list.
struct ProfilePaging: Hashable, Sendable {
    typealias Style = Paging.Style
    typealias Place = Paging.Place

    enum Kind: String, CaseIterable {
        case none, page, offset, startIndex, cursor, lastId, nextHeader, nextPath, link
    }

    /// What a list without a total ends with.
    private enum Stop: String, CaseIterable {
        /// A page with nobody on it.
        case empty
        /// A page that isn't full.
        case short
    }

    var style: Style
    /// The parameter that says which page; nil where the call has a place for it.
    var parameter: String?
    /// The parameter that says how long a page is; nil where the server decides.
    var sizeParameter: String?
    /// How long a page is unless asked otherwise.
    var size: Int
    /// The longest page that the server gives.
    var sizeLimit: Int
    /// Whether a page that isn't full is the last one.
    var endsShort: Bool
    /// Where an answer says whether there is more.
    var more: JSONPath?
    /// Where an answer says whether it is the last.
    var last: JSONPath?
    /// Where an answer says how many pages there are.
    var pages: JSONPath?

    /// The names of the values that a list's call may have places for.
    static let values: Set<String> = [
        "page", "offset", "startIndex", "endIndex", "cursor", "size",
    ]

    init(_ object: inout ProfileObject, for call: ProfileCall) {
        let kind = object.choice("kind", of: Kind.self, isNeeded: true) ?? .none
        let parameter = object.word("parameter")
        let base = object.integer("base", in: 0...1)
        let path = object.path("path")
        let header = object.headerName("header")
        func named(_ otherwise: String, value: String) -> String? {
            parameter ?? (call.mentions(value) ? nil : otherwise)
        }
        switch kind {
        case .none: style = .none
        case .page:
            style = .page(base: base ?? 1)
            self.parameter = named("page", value: "page")
        case .offset:
            style = .offset
            self.parameter = named("offset", value: "offset")
        case .startIndex:
            style = .startIndex
            self.parameter = named("startIndex", value: "startIndex")
        case .cursor:
            self.parameter = named("cursor", value: "cursor")
            style = .cursor(Self.place(path, header, object, "the next cursor"))
        case .lastId:
            self.parameter = named("after", value: "cursor")
            style = .lastID(path ?? JSONPath(key: "id"))
        case .nextHeader:
            if header == nil { object.note("header", "missing; a string is needed") }
            style = .next(.header(header ?? ""))
        case .nextPath:
            if path == nil {
                object.note("path", "missing; the path of the next page's URL is needed")
            }
            style = .next(.path(path ?? .root))
        case .link: style = .link
        }
        sizeParameter = object.word("sizeParameter")
        let range = 1...100_000
        let size = object.integer("size", in: range)
        self.size = size ?? 50
        sizeLimit = object.integer("sizeLimit", in: range) ?? max(self.size, size == nil ? 200 : 1)
        endsShort = object.choice("stop", of: Stop.self) == .short
        more = object.path("more")
        last = object.path("last")
        pages = object.path("pages")
        if !object.isDescribing { check(object, kind, call, isNamed: parameter != nil) }
    }

    /// One page that holds everything.
    init() {
        (style, size, sizeLimit, endsShort) = (.none, 50, 200, false)
    }

    private static func place(
        _ path: JSONPath?, _ header: String?, _ object: ProfileObject, _ what: String
    ) -> Place {
        switch (path, header) {
        case (let path?, nil): return .path(path)
        case (nil, let header?): return .header(header)
        case (nil, nil): object.note("path", "missing; the path or the header of \(what) is needed")
        default: object.note("path", "expected one of path, header, and one only")
        }
        return .path(.root)
    }
}

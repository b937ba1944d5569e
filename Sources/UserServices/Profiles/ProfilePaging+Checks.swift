extension ProfilePaging.Kind {
    /// The keys that say something of it, besides those of the size.
    fileprivate var keys: Set<String> {
        switch self {
        case .none, .link: []
        case .page: ["parameter", "base", "stop", "more", "last", "pages"]
        case .offset, .startIndex: ["parameter", "stop", "more", "last"]
        case .cursor: ["parameter", "path", "header", "more", "last"]
        case .lastId: ["parameter", "path", "stop", "more", "last"]
        case .nextHeader: ["header"]
        case .nextPath: ["path"]
        }
    }

    /// The values that a call may have places for.
    fileprivate var values: Set<String> {
        switch self {
        case .none, .link, .nextHeader, .nextPath: ["size"]
        case .page: ["page", "size"]
        case .offset, .startIndex: ["offset", "startIndex", "endIndex", "size"]
        case .cursor, .lastId: ["cursor", "size"]
        }
    }
}

extension ProfilePaging {
    /// Notes what doesn't go together; `isNamed` says whether the profile names the parameter.
    func check(_ object: ProfileObject, _ kind: Kind, _ call: ProfileCall, isNamed: Bool) {
        if more != nil, last != nil {
            object.note("last", "expected one of more, last, and one only")
        }
        for key in ["parameter", "base", "path", "header", "stop", "more", "last", "pages"]
        where object.has(key) && !kind.keys.contains(key) {
            object.note(key, "means nothing with kind \(kind.rawValue)")
        }
        for value in Self.values.subtracting(kind.values).sorted() where call.mentions(value) {
            object.note(
                "kind", "\(kind.rawValue) gives no {\(value)}, which the call has a place for")
        }
        let given = kind.values.subtracting(["size"]).sorted()
        if isNamed, let value = given.first(where: call.mentions) {
            object.note("parameter", "means nothing; the call has a place for {\(value)}")
        }
        let takesSize = call.mentions("size")
        if sizeParameter != nil, takesSize {
            object.note("sizeParameter", "means nothing; the call has a place for {size}")
        }
        if sizeParameter == nil, !takesSize, object.has("sizeLimit") {
            object.note("sizeLimit", "means nothing while no parameter asks for a size")
        }
        if size > sizeLimit {
            object.note("size", "\(size) is more than sizeLimit, \(sizeLimit)")
        }
    }

    /// Notes places for a page's values in the call of a list that has no pages.
    static func checkUnpaged(_ object: ProfileObject, _ call: ProfileCall) {
        for value in values.subtracting(["size"]).sorted() where call.mentions(value) {
            object.note("paging", "missing; the call has a place for {\(value)}")
        }
    }
}

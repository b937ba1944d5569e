import SluiceHTTP

/// A call that gives people, and where they stand in its answer.
struct ListEndpoint: Hashable, Sendable {
    /// Where an API says how many people there are in all.
    enum Total: Hashable, Sendable {
        case unknown
        case path(JSONPath)
        case header(String)
        /// In a header of the answer to a HEAD request for the same list.
        case headRequest(String)
    }

    var call: ProfileCall
    /// Where the array of people stands; the empty path is the body itself.
    var items: JSONPath
    var total: Total
    var paging: ProfilePaging
    /// The parameter that sorts, where the server can.
    var sortParameter: String?
    /// The server's names of the fields it sorts by, by ours.
    var sortFields: [String: String]
    /// A field map of this endpoint's own.
    var fields: FieldMap?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        call = try ProfileCall(&object, allowing: variables)
        items = try object.path("items") ?? .root
        total =
            try object.object("total") { total throws(ProfileError) in
                let path = try total.path("path")
                let header = try total.text("header")
                let head = try total.text("headRequest")
                switch (path, header, head) {
                case (let path?, nil, nil): return .path(path)
                case (nil, let header?, nil): return .header(header)
                case (nil, nil, let header?): return .headRequest(header)
                default:
                    throw total.error(
                        "path", "expected one of path, header, headRequest, and one only")
                }
            } ?? .unknown
        paging =
            try object.object("paging") { paging throws(ProfileError) in
                try ProfilePaging(&paging)
            } ?? ProfilePaging()
        var sortParameter: String?
        var sortFields: [String: String] = [:]
        _ = try object.object("sort") { sort throws(ProfileError) in
            sortParameter = try sort.requiredText("parameter")
            sortFields = Dictionary(
                try sort.dictionary("fields").map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first })
            for field in sortFields.keys
            where !UserField.mapped.map(\.rawValue).contains(field) {
                throw sort.error("fields", "\"\(field)\" is not one of \(UserField.list)")
            }
        }
        self.sortParameter = sortParameter
        self.sortFields = sortFields
        fields = try FieldMap(optional: &object)
    }
}

/// A call that gives one person by id.
struct DetailEndpoint: Hashable, Sendable {
    var call: ProfileCall
    /// Where the person stands; the empty path is the body itself.
    var item: JSONPath
    var fields: FieldMap?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        call = try ProfileCall(&object, allowing: variables.union(["id"]))
        item = try object.path("item") ?? .root
        fields = try FieldMap(optional: &object)
    }
}

/// A call that gives the people who match a text.
struct SearchEndpoint: Hashable, Sendable {
    var call: ProfileCall
    var items: JSONPath
    /// The parameter that limits the answer.
    var limitParameter: String?
    var fields: FieldMap?

    init(_ object: inout ProfileObject, variables: Set<String>) throws(ProfileError) {
        call = try ProfileCall(&object, allowing: variables.union(["text"]))
        items = try object.path("items") ?? .root
        limitParameter = try object.text("limitParameter")
        fields = try FieldMap(optional: &object)
    }
}

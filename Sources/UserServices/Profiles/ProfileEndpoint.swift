import SluiceHTTP

/// A call that gives people page by page.
struct ListEndpoint: Hashable, Sendable {
    /// Where an API says how many people there are in all.
    enum Total: Hashable, Sendable {
        case unknown
        case path(JSONPath)
        case header(String)
        /// In a header of the answer to a HEAD request for the same list.
        case headRequest(String)
        /// In the answer to another call, at this path.
        case request(ProfileCall, JSONPath)
    }

    var call: ProfileCall
    var people: PeopleRule
    /// Whether the list names people only, and each is asked for by the detail's call.
    var isFilled: Bool
    var total: Total
    var paging: ProfilePaging
    /// The parameter that sorts, where the server can.
    var sortParameter: String?
    /// The server's names of the fields it sorts by, by ours.
    var sortFields: [String: String]

    init(_ object: inout ProfileObject, variables: Set<String>, _ usual: PeopleRule) {
        call = ProfileCall(&object, allowing: variables.union(ProfilePaging.values))
        people = PeopleRule(list: &object, usual)
        isFilled = object.flag("fill") ?? false
        object.notePartial(isFilled)
        total =
            object.object("total") { Self.total(&$0, variables) } ?? .unknown
        let call = call
        paging =
            object.object("paging") { ProfilePaging(&$0, for: call) } ?? ProfilePaging()
        if !object.isDescribing, !object.has("paging") {
            ProfilePaging.checkUnpaged(object, call)
        }
        let sort = object.object("sort") { sort in
            let parameter = sort.requiredText("parameter")
            let pairs = sort.dictionary("fields").map { ($0.name, $0.value) }
            for (field, _) in pairs where !UserField.mapped.map(\.rawValue).contains(field) {
                sort.note("fields", "\"\(field)\" is not one of \(UserField.list)")
            }
            if pairs.isEmpty {
                sort.note("fields", "none; say what the server calls each field that it sorts by")
            }
            return (parameter: parameter, fields: Dictionary(pairs) { first, _ in first })
        }
        sortParameter = sort?.parameter
        sortFields = sort?.fields ?? [:]
    }

    /// What stands in for a list that a wrong profile doesn't have; it is never called.
    static let nothing = ListEndpoint()

    private init() {
        call = .nothing
        people = PeopleRule(usual: FieldMap(), dates: [], elements: .lossy)
        (isFilled, total, paging) = (false, .unknown, ProfilePaging())
        (sortParameter, sortFields) = (nil, [:])
    }

    private static func total(_ object: inout ProfileObject, _ variables: Set<String>) -> Total {
        let totals: [Total?] = [
            object.path("path").map { .path($0) },
            object.headerName("header").map { .header($0) },
            object.headerName("headRequest").map { .headRequest($0) },
            object.object("request") { request in
                .request(
                    ProfileCall(&request, allowing: variables), request.path("value") ?? .root)
            },
        ]
        let found = totals.compactMap(\.self)
        if found.count != 1 {
            object.note("path", "expected one of path, header, headRequest, request, and one only")
        }
        return found.first ?? .unknown
    }
}

/// A call that gives one person by id.
struct DetailEndpoint: Hashable, Sendable {
    var call: ProfileCall
    /// Where the person stands, and how.
    var person: PeopleRule
    /// Whether the answer holds several, of whom it is the one with the id asked for.
    var isAmongOthers: Bool
    /// The statuses that say there is no such person.
    var notFoundStatuses: [Int]
    /// Whether an answer with nobody in it says so too.
    var isEmptyNotFound: Bool
    /// What an answer has that says so too.
    var notFoundMark: JSONPath?

    init(_ object: inout ProfileObject, variables: Set<String>, _ usual: PeopleRule) {
        call = ProfileCall(&object, allowing: variables.union(["id"]))
        let single = PeopleRule(single: &object, usual)
        let several = single.among(&object)
        person = several ?? single
        person.isPartial = object.flag("partial") ?? false
        isAmongOthers = several != nil
        let rule = object.object("notFound") { rule in
            (
                statuses: rule.failures("statuses"), isEmpty: rule.flag("empty"),
                mark: rule.path("present")
            )
        }
        notFoundStatuses = rule?.statuses ?? [404]
        isEmptyNotFound = rule?.isEmpty ?? isAmongOthers
        notFoundMark = rule?.mark
        // Among others the person is found by id, whoever they are.
        if !isAmongOthers, !call.mentions("id"), !object.isDescribing {
            object.note("path", "the call has no place for {id}")
        }
    }
}

/// A call that gives the people who match a text.
struct SearchEndpoint: Hashable, Sendable {
    var call: ProfileCall
    var people: PeopleRule
    /// Whether the search names people only, and each is asked for by the detail's call.
    var isFilled: Bool
    /// The parameter that limits the answer.
    var limitParameter: String?

    init(_ object: inout ProfileObject, variables: Set<String>, _ usual: PeopleRule) {
        call = ProfileCall(&object, allowing: variables.union(["text", "size"]))
        people = PeopleRule(list: &object, usual)
        isFilled = object.flag("fill") ?? false
        object.notePartial(isFilled)
        limitParameter = object.word("limitParameter")
        if limitParameter != nil, call.mentions("size") {
            object.note("limitParameter", "means nothing; the call has a place for {size}")
        }
        if !call.mentions("text"), !object.isDescribing {
            object.note("path", "the call has no place for {text}")
        }
    }
}

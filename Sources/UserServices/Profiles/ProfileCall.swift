import SluiceHTTP

/// One request of a profile, with places for values.
struct ProfileCall: Hashable, Sendable {
    /// The HTTP methods that a profile may use.
    enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    var method: Method
    /// From the base URL on; each value becomes one segment.
    var path: Template
    /// In the order written; each value becomes one query value.
    var query: [NamedTemplate]
    /// Headers of this call only.
    var headers: [NamedTemplate]
    var body: BodyTemplate?

    /// Reads the members that describe a request; `names` are the values that will be there.
    init(
        _ object: inout ProfileObject, allowing names: Set<String>, method otherwise: Method = .get
    ) {
        method = object.choice("method") ?? otherwise
        path = object.callPath("path", allowing: names) ?? .empty
        query = object.parameters("query", allowing: names)
        headers = object.headers("headers", allowing: names)
        body = BodyTemplate(&object, allowing: names)
    }

    /// What stands in for a call that a wrong profile doesn't have.
    static let nothing = ProfileCall()

    private init() { (method, path, query, headers, body) = (.get, .empty, [], [], nil) }

    /// Whether it has a place for this value, in its path, its query, its headers or its body.
    func mentions(_ name: String) -> Bool {
        let templates =
            [path] + (query + headers).map(\.template) + (body?.templates ?? [])
        return templates.contains { $0.mentions(name) }
    }
}

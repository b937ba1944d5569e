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
        _ object: inout ProfileObject, allowing names: Set<String>, method: Method = .get
    ) throws(ProfileError) {
        self.method = try object.choice("method", otherwise: method)
        guard let path = try object.template("path", allowing: names) else {
            throw object.error("path", "missing; a path such as \"/users\" is needed")
        }
        self.path = path
        query = try object.templates("query", allowing: names)
        headers = try object.templates("headers", allowing: names)
        body = try BodyTemplate(&object, allowing: names)
    }
}

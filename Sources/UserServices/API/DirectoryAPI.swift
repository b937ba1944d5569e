import SluiceFlow
import SluiceHTTP
import Users

/// The calls that a profile describes, made to one server.
///
/// Each call is told as whom to ask. Reading an answer runs off the caller's actor.
struct DirectoryAPI: Sendable {
    let profile: Profile
    let identity: ServerIdentity
    /// Values for templates: the profile's own, and what a person set instead.
    let variables: [String: String]
    var client: APIClient
    /// What is kept so that the server needn't send the same again; nil where nothing is.
    var kept: KeptAnswers?
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    /// Makes the calls of a profile; opens no connection.
    ///
    /// Throws when the base URL can't be one, or a variable is set that the profile doesn't have.
    init(
        _ profile: Profile, baseURL: String? = nil, variables: [String: String] = [:],
        transport: any Transport, limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Int64
    ) throws(ServiceError) {
        for name in variables.keys.sorted() where profile.variables[name] == nil {
            let known = profile.variables.keys.sorted().joined(separator: ", ")
            throw ServiceError(
                .usage,
                known.isEmpty
                    ? "The profile \(profile.name) has no variables, and \(name) was set"
                    : "The profile \(profile.name) has no variable \(name); it has \(known)")
        }
        let url = try BaseURL.check(baseURL ?? profile.baseURL)
        self.profile = profile
        self.variables = profile.variables.merging(variables) { _, set in set }
        self.now = now
        identity = ServerIdentity(
            url, variables: self.variables, secret: profile.secretVariables)
        client = APIClient(
            url, transport: transport, rules: APIRules(profile.envelope), limits: limits)
        client.clock = clock
        client.retry = RetryPolicy(profile.retry)
    }

    /// Describes a call of the profile, with its values in place.
    ///
    /// What is made of values that aren't there is left out: a cursor before the first page.
    func call(
        _ call: ProfileCall, _ values: [String: String] = [:], as credential: Credential?,
        method: HTTPMethod? = nil, query: [(name: String, value: String)] = [],
        rules: APIRules? = nil
    ) -> APICall {
        let values = self.values(as: credential).merging(values) { _, own in own }
        var path = path(of: call, values)
        for item in profile.query + call.query where !item.template.isVoid(with: values) {
            path.addQuery(item.name, item.template.filled(with: values))
        }
        for (name, value) in query { path.addQuery(name, value) }
        var client = client
        client.rules = rules ?? client.rules
        let described = client.call(method ?? HTTPMethod(call.method), path)
        return dressed(with(call.body, values, described), call, values, credential)
    }

    /// The values that are there for every call.
    func values(as credential: Credential?) -> [String: String] {
        var values = variables
        values["baseURL"] = client.baseURL.description
        guard let credential, profile.auth.scheme != .none else { return values }
        return values.merging(credential.values) { own, _ in own }
    }

    func path(of call: ProfileCall, _ values: [String: String]) -> Path {
        Path(encoded: call.path.filled(with: values) { PercentEncoding.encode($0) })
    }

    private func with(
        _ body: BodyTemplate?, _ values: [String: String], _ call: APICall
    ) -> APICall {
        switch body {
        case .json(let node):
            return call.body(Array(node.filled(with: values).utf8), type: "application/json")
        case .form(let fields):
            var form: Path = ""
            for field in fields where !field.template.isVoid(with: values) {
                form.addQuery(field.name, field.template.filled(with: values))
            }
            return call.body(
                Array((form.encodedQuery ?? "").utf8), type: "application/x-www-form-urlencoded")
        case nil: return call
        }
    }

    private func dressed(
        _ call: APICall, _ template: ProfileCall, _ values: [String: String],
        _ credential: Credential?
    ) -> APICall {
        (profile.headers + template.headers)
            .filter { !$0.template.isVoid(with: values) }
            .reduce(call) { $0.header($1.name, $1.template.filled(with: values)) }
            .carrying(credential, profile.auth, values)
    }

    /// Describes the list's call for one page.
    func call(
        _ token: PageToken, _ pager: Pager, sort: String?, since: String?,
        as credential: Credential?
    ) -> APICall {
        let list = profile.list
        if case .url(let text) = token {
            // A link may be relative to the list; one to another server fails when it is called.
            guard let url = pager.url(of: token, in: listURL) else {
                return client.get(Path(encoded: text))
            }
            let values = values(as: credential)
            var call = client.call(.get, url: url)
            for item in secretParameters where !item.template.isVoid(with: values) {
                call = call.query(item.name, item.template.filled(with: values))
            }
            return dressed(call, list.call, values, credential)
        }
        var query = pager.parameters(for: token)
        if let sort, let parameter = list.sortParameter, let name = list.sortFields[sort] {
            query.append((parameter, name))
        }
        if let since, let delta = profile.delta { query.append((delta.parameter, since)) }
        return call(list.call, pager.values(for: token), as: credential, query: query)
    }
}

extension HTTPMethod {
    init(_ method: ProfileCall.Method) {
        switch method {
        case .get: self = .get
        case .post: self = .post
        case .put: self = .put
        case .patch: self = .patch
        case .delete: self = .delete
        }
    }
}

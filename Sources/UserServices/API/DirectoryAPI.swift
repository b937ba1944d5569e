import SluiceFlow
import SluiceHTTP
import SluiceStore
import Users

/// The calls that a profile describes, made to one server; it keeps nothing.
///
/// Each call is told as whom to ask. Reading an answer runs off the caller's actor.
struct DirectoryAPI: Sendable {
    let profile: Profile
    let identity: ServerIdentity
    /// Values for templates: the profile's own, and what a person set instead.
    let variables: [String: String]
    private let client: APIClient
    private let now: @Sendable () -> Int64

    /// Makes the calls of a profile; opens no connection.
    ///
    /// Throws when the base URL can't be one, or a variable is set that the profile doesn't have.
    init(
        _ profile: Profile, baseURL: String? = nil, variables: [String: String] = [:],
        transport: any Transport, limits: Limits = Limits(), now: @escaping @Sendable () -> Int64
    ) throws(ServiceError) {
        for name in variables.keys.sorted() where profile.variables[name] == nil {
            let known = profile.variables.keys.sorted().joined(separator: ", ")
            throw ServiceError(
                .usage,
                known.isEmpty
                    ? "The profile \(profile.name) has no variables, and \(name) was set"
                    : "The profile \(profile.name) has no variable \(name); it has \(known)")
        }
        let text = baseURL ?? profile.baseURL
        guard let url = HTTPURL(text) else {
            throw ServiceError(
                .usage, "The base URL \"\(text)\" is no URL",
                hint: "Give one such as https://api.example.com/v1.")
        }
        self.profile = profile
        self.variables = profile.variables.merging(variables) { _, set in set }
        self.now = now
        identity = ServerIdentity(url, variables: self.variables)
        client = APIClient(
            url, transport: transport, rules: APIRules(profile.envelope), limits: limits)
    }

    /// Describes a call of the profile, with its values in place.
    func call(
        _ call: ProfileCall, _ values: [String: String] = [:], as credential: Credential?,
        method: HTTPMethod? = nil, query: [(name: String, value: String)] = []
    ) -> APICall {
        let values = variables.merging(values) { _, own in own }
        var path = Path(encoded: call.path.filled(with: values) { PercentEncoding.encode($0) })
        for item in profile.query + call.query {
            path.addQuery(item.name, item.template.filled(with: values))
        }
        for (name, value) in query { path.addQuery(name, value) }
        var result = dressed(
            client.call(method ?? HTTPMethod(call.method), path), call, values, credential)
        switch call.body {
        case .json(let node):
            result = result.body(Array(node.filled(with: values).utf8), type: "application/json")
        case .form(let fields):
            var form: Path = ""
            for field in fields { form.addQuery(field.name, field.template.filled(with: values)) }
            result = result.body(
                Array((form.encodedQuery ?? "").utf8), type: "application/x-www-form-urlencoded")
        case nil: break
        }
        return result
    }

    /// Describes the list's call for one page.
    private func call(
        _ token: PageToken, _ pager: Pager, sort: String?, as credential: Credential?
    ) -> APICall {
        let list = profile.list
        if case .url(let text) = token {
            // A link may be relative to the base; one to another server fails when it is called.
            guard let url = client.baseURL.resolving(text) else {
                return client.get(Path(encoded: text))
            }
            return dressed(client.call(.get, url: url), list.call, variables, credential)
        }
        var query = pager.parameters(for: token)
        if let sort, let parameter = list.sortParameter, let name = list.sortFields[sort] {
            query.append((parameter, name))
        }
        return call(list.call, as: credential, query: query)
    }

    private func dressed(
        _ call: APICall, _ template: ProfileCall, _ values: [String: String],
        _ credential: Credential?
    ) -> APICall {
        (profile.headers + template.headers)
            .reduce(call) { $0.header($1.name, $1.template.filled(with: values)) }
            .carrying(credential, profile.auth)
    }

    /// One page of people.
    func page(
        _ token: PageToken, _ pager: Pager, sort: String? = nil, as credential: Credential?
    ) async throws(RequestError) -> FetchedPage {
        let (profile, now, base) = (profile, now, client.baseURL)
        let list = profile.list
        return try await call(token, pager, sort: sort, as: credential)
            .payload { payload throws(RequestError) in
                let people = try payload.users(
                    list.items, list.fields ?? profile.fields, profile, fetchedAt: now())
                let page = FetchedPage(payload, people, list, token, pager)
                if case .url(let next)? = page.next,
                    let origin = base.resolving(next)?.origin, origin != base.origin
                {
                    // The credential is meant for this server, and for no other.
                    throw payload.error(
                        "its next page is on another server, \(origin)", code: .badAnswer)
                }
                return page
            }.value()
    }

    /// One person by id.
    func user(_ id: String, as credential: Credential?) async throws(RequestError) -> User? {
        guard let detail = profile.detail else { return nil }
        let (profile, now) = (profile, now)
        return try await call(detail.call, ["id": id], as: credential)
            .payload { payload throws(RequestError) in
                try payload.user(
                    detail.item, detail.fields ?? profile.fields, profile, fetchedAt: now())
            }.value()
    }

    /// The people who match a text in any of the profile's searches, each once.
    func search(
        _ text: String, limit: Int, as credential: Credential?
    ) async throws(RequestError) -> UserList {
        let (profile, now) = (profile, now)
        var united = UserList()
        var seen: Set<User.ID> = []
        for search in profile.searches {
            // What is left out afterwards must not use up the limit.
            let isWide = search.call.query.contains { $0.template.widens("text", text) }
            let most = profile.list.paging.sizeLimit
            let size = isWide ? most : min(limit, most)
            let query = search.limitParameter.map { [(name: $0, value: String(size))] } ?? []
            let found = try await call(search.call, ["text": text], as: credential, query: query)
                .payload { payload throws(RequestError) in
                    try payload.users(
                        search.items, search.fields ?? profile.fields, profile, fetchedAt: now())
                }.value()
            let users = isWide ? found.users.filter { $0.mentions(text) } : found.users
            united.users += users.filter { seen.insert($0.id).inserted }
            united.skipped += found.skipped
            united.count += found.count
        }
        return united
    }

    /// How many people there are, where that is known from a request of its own.
    func total(as credential: Credential?) async throws(RequestError) -> Int? {
        guard case .headRequest(let name) = profile.list.total else { return nil }
        let response = try await call(profile.list.call, as: credential, method: .head)
            .response().value()
        return response.headers[name].flatMap { Int($0) }
    }
}

extension User {
    /// Whether a name or the address contains the text, case and accents aside.
    fileprivate func mentions(_ text: String) -> Bool {
        let text = TextFolding.folded(text)
        return [username, displayName, email].contains {
            $0.map { TextFolding.folded($0).contains(text) } ?? false
        }
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

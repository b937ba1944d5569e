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
        identity = ServerIdentity(url, variables: self.variables)
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
    private func call(
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
            var call = client.call(.get, url: withoutSecrets(url))
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

    /// One page of people; of those who changed since a time, when one is given.
    func page(
        _ token: PageToken, _ pager: Pager, sort: String? = nil, since: String? = nil,
        as credential: Credential?
    ) async throws(RequestError) -> FetchedPage {
        let (api, list, paging, now) = (self, profile.list, pager.paging, now)
        let tombstone = since == nil ? nil : profile.delta?.tombstone
        let call = call(token, pager, sort: sort, since: since, as: credential)
        let answer = try await people(
            call, delivering: UserFields(list.people.fields), paging,
            isPartial: list.people.isPartial
        ) { payload throws(RequestError) in
            let people = try payload.users(list.people, tombstone: tombstone, fetchedAt: now())
            let items = payload.root?.value(at: list.people.items)
            return PeopleAnswer(
                list: people,
                facts: api.withoutSecrets(
                    PageFacts(payload, paging, count: people.count, items: items), paging))
        }
        var page = FetchedPage(
            list: answer.list, total: answer.facts.total, validators: answer.validators)
        var walk = PageWalk(pager, of: listURL, from: token)
        switch walk.step(after: token, answer.facts) {
        case .page(let next): page.next = next
        case .end, .circle: break
        case .elsewhere(let origin):
            // The credential is meant for this server, and for no other.
            throw call.failure(.badAnswer, "its next page is on another server, \(origin)")
        }
        if list.isFilled { page.list = try await filled(page.list, list.people, as: credential) }
        return page
    }

    /// Notes that nobody has changed since a time, as the validators of the whole directory say.
    ///
    /// So that the first request for changes is a conditional one too.
    func noteNoChanges(
        since mark: String, _ pager: Pager, _ validators: Validators, as credential: Credential?
    ) async {
        let call = call(pager.first, pager, sort: nil, since: mark, as: credential)
        let fields = UserFields(profile.list.people.fields)
        guard let kept, let place = kept.place(of: call, delivering: fields) else { return }
        await kept.keep(
            PeopleAnswer(
                list: UserList(), facts: PageFacts(count: 0), validators: validators), at: place)
    }

    /// The people of an answer, which isn't sent again where it is kept and the server has no other.
    ///
    /// One whose missing keys say nothing isn't kept: the rows hold more, and don't tell what came with it.
    private func people(
        _ call: APICall, delivering fields: UserFields, _ paging: Paging = Paging(.none),
        isPartial: Bool = false, _ read: @escaping @Sendable (Payload) throws(RequestError) -> PeopleAnswer
    ) async throws(RequestError) -> PeopleAnswer {
        guard let kept, !isPartial, let place = kept.place(of: call, delivering: fields) else {
            return try await call.payload(read).value()
        }
        let old = await kept.answer(at: place)
        do throws(RequestError) {
            let outcome = try await call.payload(changedSince: old?.validators) {
                payload throws(RequestError) in
                var answer = try read(payload)
                // The profile's word goes before a `no-store`, as Kinto has it: people are kept anyway.
                let headers = payload.response.headers
                answer.validators = Validators(
                    etag: headers["ETag"], lastModified: headers["Last-Modified"])
                return answer
            }.value()
            switch outcome {
            case .changed(let answer, _, _):
                await kept.keep(answer, at: place)
                return answer
            case .unchanged(let headers):
                guard var answer = old else {
                    throw call.failure(.badAnswer, "nothing has changed, and nothing was kept")
                }
                answer.facts = withoutSecrets(
                    answer.facts.updated(by: headers, paging), paging)
                return answer
            }
        } catch {
            if error.status == 404 || error.status == 410 { await kept.forget(place) }
            throw error
        }
    }

    /// One person by id; nil where the profile has no call for that.
    func user(
        _ id: String, as credential: Credential?
    ) async throws(RequestError) -> PersonAnswer? {
        guard let detail = profile.detail else { return nil }
        let now = now
        do throws(RequestError) {
            let found = try await people(
                call(detail.call, ["id": id], as: credential),
                delivering: UserFields(detail.person.fields)
            ) { payload throws(RequestError) in
                var list = UserList()
                if !detail.isNobody(payload) {
                    let users =
                        detail.isAmongOthers
                        ? try payload.users(detail.person, fetchedAt: now()).users
                        : [try payload.user(detail.person, fetchedAt: now())]
                    // A pattern or an alias in place of the id finds somebody else.
                    list.users = users.filter { $0.id.rawValue.lowercased() == id.lowercased() }
                }
                return PeopleAnswer(list: list, facts: PageFacts(count: list.users.count))
            }
            return found.list.users.first.map { .person($0) } ?? .nobody(nil)
        } catch {
            guard detail.isNobody(error, profile.envelope) else { throw error }
            return .nobody(error)
        }
    }

    /// The people who match a text in any of the profile's searches, each once.
    func search(
        _ text: String, limit: Int, as credential: Credential?
    ) async throws(RequestError) -> UserList {
        let now = now
        var united = UserList()
        var seen: Set<User.ID> = []
        for search in profile.searches {
            // What is left out afterwards must not use up the limit.
            let isWide = search.call.query.contains { $0.template.widens("text", text) }
            let most = profile.list.paging.sizeLimit
            let size = String(isWide ? most : min(limit, most))
            let query = search.limitParameter.map { [(name: $0, value: size)] } ?? []
            var found = try await people(
                call(search.call, ["text": text, "size": size], as: credential, query: query),
                delivering: UserFields(search.people.fields), isPartial: search.people.isPartial
            ) { payload throws(RequestError) in
                let list = try payload.users(search.people, fetchedAt: now())
                return PeopleAnswer(list: list, facts: PageFacts(count: list.count))
            }.list
            if search.isFilled {
                found.users.removeLast(max(0, found.users.count - limit))
                found = try await filled(found, search.people, as: credential)
            }
            let users = isWide ? found.users.filter { $0.mentions(text) } : found.users
            united.users += users.filter { seen.insert($0.id).inserted }
            united.skipped += found.skipped
            united.lacking.merge(found.lacking) { first, _ in first }
            united.count += found.count
        }
        return united
    }

    /// How many people there are, where that is known from a request of its own.
    func total(as credential: Credential?) async throws(RequestError) -> Int? {
        switch profile.list.total {
        case .headRequest(let name):
            let paging = Paging(.none, total: .header(name))
            return try await people(
                call(profile.list.call, as: credential, method: .head), delivering: [], paging
            ) { payload throws(RequestError) in
                PeopleAnswer(
                    list: UserList(), facts: PageFacts(payload, paging, count: 0, items: nil))
            }.facts.total
        case .request(let request, let path):
            return try await call(request, as: credential)
                .payload { payload throws(RequestError) in
                    payload.root?.value(at: path)?.text.flatMap { Int($0) }
                }.value()
        case .unknown, .path, .header: return nil
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

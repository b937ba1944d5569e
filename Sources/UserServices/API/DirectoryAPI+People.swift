import SluiceFlow
import SluiceHTTP
import Users

extension DirectoryAPI {
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
                    PageFacts(payload, paging, count: people.count, items: items), paging,
                    in: call))
        }
        var page = FetchedPage(
            list: answer.list, total: answer.facts.total, validators: answer.validators)
        page.isNextSecret = showsSecret(answer.facts, in: call)
        var walk = PageWalk(pager, of: listURL, from: token)
        switch walk.step(after: token, answer.facts) {
        case .page(let next): page.next = next
        case .end, .circle: break
        case .nowhere: page.isCut = true
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
        isPartial: Bool = false,
        _ read: @escaping @Sendable (Payload) throws(RequestError) -> PeopleAnswer
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
                if showsSecret(answer.facts, in: call) {
                    await kept.forget(place)
                } else {
                    await kept.keep(answer, at: place)
                }
                return answer
            case .unchanged(let headers):
                guard var answer = old else {
                    throw call.failure(.badAnswer, "nothing has changed, and nothing was kept")
                }
                answer.facts = withoutSecrets(
                    answer.facts.updated(by: headers, paging), paging, in: call)
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
                delivering: UserFields(detail.person.fields), isPartial: detail.person.isPartial
            ) { payload throws(RequestError) in
                var list = UserList()
                if !detail.isNobody(payload) {
                    list =
                        detail.isAmongOthers
                        ? try payload.users(detail.person, fetchedAt: now())
                        : try payload.user(detail.person, key: id, fetchedAt: now())
                    // A pattern or an alias in place of the id finds somebody else.
                    list.users.removeAll { $0.id.rawValue.lowercased() != id.lowercased() }
                }
                return PeopleAnswer(list: list, facts: PageFacts(count: list.users.count))
            }.list
            return found.users.first.map { .person($0, lacking: found.lacking[$0.id] ?? []) }
                ?? .nobody(nil)
        } catch {
            guard detail.isNobody(error, profile.envelope) else { throw error }
            return .nobody(error)
        }
    }

    /// The people who match a text in any of the profile's searches, each once, in the searches' order.
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
            // Who isn't asked for a number gives all.
            let isAsked = search.limitParameter != nil || search.call.mentions("size")
            if isAsked, found.count >= most, users.count < limit { united.cap = most }
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

import FoundationEssentials
import SluiceHTTP
import SluiceStore
import Users

/// What an answer about people holds: the people, and what it says of where their list goes on.
struct PeopleAnswer: Sendable {
    var list: UserList
    var facts: PageFacts
    /// What the server is asked with whether the answer still holds.
    var validators: Validators?
}

/// The answers of a directory that needn't be sent again while the server has no others.
///
/// Of an answer its validators are kept, the ids in it and what a 304 doesn't repeat; the people
/// themselves are the cache's rows. Before it is used it is checked that they are still just those
/// that came with it: another call may have brought newer ones, or a profile may have been edited.
/// A fault of the file is as good as nothing kept.
struct KeptAnswers: Sendable {
    let cache: UserCache
    /// Which text of the profile the answers were read by.
    let profile: String
    let now: @Sendable () -> Int64

    /// A week: what a 304 proves is as good as new, however long ago it came.
    private static let limits = CacheLimits(age: 604_800_000, bytes: 16 << 20)

    /// A place for the answer to one request: taken before it is made, since a logout ends it.
    struct Place: Sendable {
        let key: CacheKey
        let fields: UserFields
        fileprivate let responses: StoredResponses
    }

    /// The place of a call's answer; nil when it can't be kept.
    func place(of call: APICall, delivering fields: UserFields) -> Place? {
        guard let key = call.cacheKey(scope: cache.responseScope),
            let ticket = try? cache.ticket()
        else { return nil }
        let responses = StoredResponses(store: cache.store, limits: Self.limits, now: now) {
            db throws(StoreError) in
            try ticket.directory(of: cache, in: db) != nil
        }
        return Place(key: key, fields: fields, responses: responses)
    }

    /// The answer that is kept at a place, and what the server is asked with whether it still holds.
    func answer(at place: Place) async -> PeopleAnswer? {
        guard let response = await place.responses.response(for: place.key),
            let kept = try? JSONDecoder().decode(KeptPeople.self, from: Data(response.value)),
            let rows = try? await cache.users(ids: kept.ids)
        else { return nil }
        let users = rows.map { row in
            UserRow.merged(User(id: row.id), row, delivering: place.fields)
        }
        guard kept.fingerprint == fingerprint(of: users, place.fields) else { return nil }
        var answer = kept.answer(users, fetchedAt: now())
        answer.validators = response.validators
        return answer
    }

    /// Keeps an answer; one without validators only makes an older one go.
    func keep(_ answer: PeopleAnswer, at place: Place) async {
        let users = answer.list.distinct
        guard let validators = answer.validators,
            let value = try? JSONEncoder().encode(
                KeptPeople(answer, users, fingerprint(of: users, place.fields)))
        else { return await forget(place) }
        await place.responses.keep(
            CachedResponse(validators: validators, value: Array(value)), for: place.key)
    }

    /// Forgets the answer at a place.
    func forget(_ place: Place) async { await place.responses.remove(place.key) }

    /// What tells these people, by these fields and this profile, from any others.
    private func fingerprint(of users: [User], _ fields: UserFields) -> String {
        var print = Fingerprint()
        print.add(profile)
        print.add(Int64(fields.bits))
        for name in fields.names?.sorted() ?? [] { print.add(name) }
        for user in users { print.add(UserRow.merged(User(id: user.id), user, delivering: fields)) }
        return print.text
    }
}

/// What is written of an answer.
private struct KeptPeople: Codable {
    /// The people's ids, in order.
    var ids: [String]
    var fingerprint: String
    var removed: [String]
    var newest: Int64?
    var skipped: [SkippedElement]
    var facts: PageFacts

    init(_ answer: PeopleAnswer, _ users: [User], _ fingerprint: String) {
        ids = users.map(\.id.rawValue)
        self.fingerprint = fingerprint
        removed = answer.list.removed.map(\.rawValue)
        newest = answer.list.newest
        skipped = answer.list.skipped
        facts = answer.facts
    }

    func answer(_ users: [User], fetchedAt: Int64) -> PeopleAnswer {
        var list = UserList()
        list.users = users.map { user in
            var user = user
            user.fetchedAt = fetchedAt
            return user
        }
        list.removed = removed.map { User.ID($0) }
        list.newest = newest
        list.skipped = skipped
        list.count = facts.count
        return PeopleAnswer(list: list, facts: facts)
    }
}

extension Fingerprint {
    /// Adds all of a person that a server delivers.
    fileprivate mutating func add(_ user: User) {
        for text in [
            user.id.rawValue, user.username, user.displayName, user.email, user.phone, user.title,
            user.department, user.avatarURL,
        ] { add(text) }
        add(user.isActive.map { $0 ? 1 : 0 })
        add(user.updatedAt)
        for (name, text) in user.attributes.sorted(by: { $0.key < $1.key }) {
            add(name)
            add(text)
        }
    }
}

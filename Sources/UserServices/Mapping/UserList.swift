import SluiceHTTP
package import Users

/// The users of one answer, and the elements that are none.
package struct UserList: Sendable {
    package var users: [User] = []
    /// Who was removed, as a list of changes says.
    var removed: [User.ID] = []
    /// When the newest of them changed or went, by the server's clock; milliseconds since 1970.
    var newest: Int64?
    var skipped: [SkippedElement] = []
    /// What some of them have no key for, where the rule says that this says nothing.
    var lacking: [User.ID: UserFields] = [:]
    /// How many elements there were, users or not.
    var count = 0
    /// How many a search gives at most, where it gave so many and more may match.
    var cap: Int?

    package init() {}

    /// Reads the elements of `items`, which stand where the rule says.
    ///
    /// Throws the place and the reason when `items` isn't what holds people, or the rule is strict
    /// and an element is no user. An id that comes twice is given twice, as the cache sees to that.
    init(
        _ items: JSONValue, _ rule: PeopleRule, tombstone: ProfileDelta.Tombstone? = nil,
        fetchedAt: Int64
    ) throws(UserMapper.Mistake) {
        var mapper = UserMapper(rule.fields, dates: rule.dates, nothing: rule.nothing)
        let place = rule.items.text
        switch (rule.shape, items.kind) {
        case (_, .null): break
        case (.array, .array):
            users.reserveCapacity(items.count)
            var elements = items.elements  // a `for` would go through witness tables
            while let element = elements.next() {
                let index = count
                try add(element, "\(place)[\(index)]", nil, &mapper, rule, tombstone, fetchedAt)
            }
        case (.object, .object):
            for (key, element) in items.members {
                let key = key.string ?? ""
                try add(
                    element, "\(place)[\"\(key)\"]", key, &mapper, rule, tombstone, fetchedAt)
            }
        case (.object, .array) where items.isEmptyContainer: break
        default:
            throw UserMapper.Mistake(
                path: place,
                reason: "expected \(rule.shape.rawValue), found \(items.kind.rawValue)")
        }
    }

    private mutating func add(
        _ element: JSONValue, _ place: @autoclosure () -> String, _ key: String?,
        _ mapper: inout UserMapper,
        _ rule: PeopleRule, _ tombstone: ProfileDelta.Tombstone?, _ fetchedAt: Int64
    ) throws(UserMapper.Mistake) {
        let index = count
        count += 1
        do throws(UserMapper.Mistake) {
            guard let person = rule.element.isRoot ? element : element.value(at: rule.element)
            else {
                throw UserMapper.Mistake(path: rule.element.text, reason: "missing")
            }
            let user = try mapper.user(from: person, key: key, fetchedAt: fetchedAt)
            if let updatedAt = user.updatedAt { newest = max(newest ?? updatedAt, updatedAt) }
            if let tombstone, tombstone.stands(in: element) {
                removed.append(user.id)
            } else {
                users.append(user)
                if rule.isPartial { lacking[user.id] = mapper.lacking }
            }
        } catch {
            let place = place() + (error.path.isEmpty ? "" : ".\(error.path)")
            guard rule.elements == .lossy else {
                throw UserMapper.Mistake(path: place, reason: error.reason)
            }
            skipped.append(SkippedElement(index: index, path: place, reason: error.reason))
        }
    }

    /// Reads a body as the answer to a profile's list call, without judging it; for benchmarks.
    package init(body: [UInt8], profile: Profile, fetchedAt: Int64) throws {
        let rule = profile.list.people
        self = try JSONDocument(body).withRoot { root throws(UserMapper.Mistake) in
            guard let items = root.value(at: rule.items) else {
                throw UserMapper.Mistake(path: rule.items.text, reason: "missing")
            }
            return try UserList(items, rule, fetchedAt: fetchedAt)
        }
    }

    /// The elements whose id an earlier one has, where the list stands at `place`.
    func repeated(at place: String) -> [SkippedElement] {
        let unread = Set(skipped.map(\.index))
        var seen: Set<User.ID> = []
        var repeated: [SkippedElement] = []
        var index = 0
        for user in users {
            while unread.contains(index) { index += 1 }
            if !seen.insert(user.id).inserted {
                repeated.append(
                    SkippedElement(
                        index: index, path: "\(place)[\(index)]",
                        reason: "an earlier element has the id \(user.id) too"))
            }
            index += 1
        }
        return repeated
    }

    /// Whether it holds the same people as another, in the same order; nobody is nobody in particular.
    func isSame(as other: UserList) -> Bool {
        !users.isEmpty && users.elementsEqual(other.users) { $0.id == $1.id }
    }

    /// The users, each id once, the first time it came.
    var distinct: [User] {
        var seen: Set<User.ID> = []
        return users.filter { seen.insert($0.id).inserted }
    }
}

import SluiceHTTP
package import Users

/// The users of one answer, and the elements that are none.
package struct UserList: Sendable {
    package var users: [User] = []
    var skipped: [SkippedElement] = []
    /// How many elements there were, users or not.
    var count = 0

    package init() {}

    /// Reads the elements of `items`, which stand at `path` in the body.
    ///
    /// Throws the place and the reason when `items` is no array, or the profile is strict and an
    /// element is no user. An id that comes twice is given twice, as the cache sees to that itself.
    init(
        _ items: JSONValue, at path: JSONPath, map: FieldMap, profile: Profile, fetchedAt: Int64
    ) throws(UserMapper.Mistake) {
        guard items.kind == .array else {
            throw UserMapper.Mistake(
                path: path.text, reason: "expected array, found \(items.kind.rawValue)")
        }
        var mapper = UserMapper(map, dates: profile.dates)
        users.reserveCapacity(items.count)
        var elements = items.elements  // a `for` would go through witness tables
        while let element = elements.next() {
            defer { count += 1 }
            do throws(UserMapper.Mistake) {
                users.append(try mapper.user(from: element, fetchedAt: fetchedAt))
            } catch {
                let place = "\(path.text)[\(count)]" + (error.path.isEmpty ? "" : ".\(error.path)")
                guard profile.elements == .lossy else {
                    throw UserMapper.Mistake(path: place, reason: error.reason)
                }
                skipped.append(SkippedElement(index: count, path: place, reason: error.reason))
            }
        }
    }

    /// Reads a body as the answer to a profile's list call, without judging it; for benchmarks.
    package init(body: [UInt8], profile: Profile, fetchedAt: Int64) throws {
        let (path, map) = (profile.list.items, profile.list.fields ?? profile.fields)
        self = try JSONDocument(body).withRoot { root throws(UserMapper.Mistake) in
            guard let items = root.value(at: path) else {
                throw UserMapper.Mistake(path: path.text, reason: "missing")
            }
            return try UserList(
                items, at: path, map: map, profile: profile, fetchedAt: fetchedAt)
        }
    }

    /// The users, each id once, the first time it came.
    var distinct: [User] {
        var seen: Set<User.ID> = []
        return users.filter { seen.insert($0.id).inserted }
    }
}

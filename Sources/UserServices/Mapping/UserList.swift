import SluiceHTTP
import Users

/// The users of one answer, and the elements that are none.
struct UserList: Sendable {
    var users: [User] = []
    var skipped: [SkippedElement] = []
    /// How many elements there were, users or not.
    var count = 0

    init() {}

    /// Reads the elements of `items`, which stand at `path` in the body.
    ///
    /// An id that comes twice counts once, the first time. Throws the place and the reason when
    /// `items` is no array, or the profile is strict and an element is no user.
    init(
        _ items: JSONValue, at path: JSONPath, map: FieldMap, profile: Profile, fetchedAt: Int64
    ) throws(UserMapper.Mistake) {
        guard items.kind == .array else {
            throw UserMapper.Mistake(
                path: path.text, reason: "expected array, found \(items.kind.rawValue)")
        }
        var mapper = UserMapper(map, dates: profile.dates)
        var seen: Set<User.ID> = []
        for (index, element) in items.elements.enumerated() {
            count += 1
            do throws(UserMapper.Mistake) {
                let user = try mapper.user(from: element, fetchedAt: fetchedAt)
                if seen.insert(user.id).inserted { users.append(user) }
            } catch {
                let place = "\(path.text)[\(index)]" + (error.path.isEmpty ? "" : ".\(error.path)")
                guard profile.elements == .lossy else {
                    throw UserMapper.Mistake(path: place, reason: error.reason)
                }
                skipped.append(SkippedElement(index: index, path: place, reason: error.reason))
            }
        }
    }
}

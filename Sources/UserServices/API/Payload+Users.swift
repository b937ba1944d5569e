import SluiceHTTP
import Users

extension Payload {
    /// The users at a place of the body.
    func users(
        _ items: JSONPath, _ map: FieldMap, _ profile: Profile, fetchedAt: Int64
    ) throws(RequestError) -> UserList {
        let value = try required(items)
        do throws(UserMapper.Mistake) {
            return try UserList(value, at: items, map: map, profile: profile, fetchedAt: fetchedAt)
        } catch {
            throw mistake(error)
        }
    }

    /// The user at a place of the body.
    func user(
        _ item: JSONPath, _ map: FieldMap, _ profile: Profile, fetchedAt: Int64
    ) throws(RequestError) -> User {
        let value = try required(item)
        var mapper = UserMapper(map, dates: profile.dates)
        do throws(UserMapper.Mistake) {
            return try mapper.user(from: value, fetchedAt: fetchedAt)
        } catch {
            let place = [item.text, error.path].filter { !$0.isEmpty }.joined(separator: ".")
            throw mistake(UserMapper.Mistake(path: place, reason: error.reason))
        }
    }

    /// What stands at a path; an error names the path when nothing does.
    private func required(_ path: JSONPath) throws(RequestError) -> JSONValue {
        guard let root else { throw error("not JSON", code: .badAnswer) }
        guard let value = root.value(at: path) else {
            throw mistake(UserMapper.Mistake(path: path.text, reason: "missing"))
        }
        return value
    }

    /// An error at a path that counts from the root of the body; `error` counts from the payload.
    private func mistake(_ mistake: UserMapper.Mistake) -> RequestError {
        var tail = mistake.path[...]
        if !path.isEmpty, tail.hasPrefix(path) {
            tail = tail.dropFirst(path.count)
            if tail.hasPrefix(".") { tail = tail.dropFirst() }
        }
        return error(mistake.reason, at: String(tail))
    }
}

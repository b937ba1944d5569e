import SluiceHTTP
import Users

extension Payload {
    /// The users that a rule finds in the body.
    func users(
        _ rule: PeopleRule, tombstone: ProfileDelta.Tombstone? = nil, fetchedAt: Int64
    ) throws(RequestError) -> UserList {
        // An object without them; anything else is still no such answer.
        if rule.isOptional, let root, root.kind == .object, root.value(at: rule.items) == nil {
            return UserList()
        }
        let value = try required(rule.items)
        do throws(UserMapper.Mistake) {
            return try UserList(value, rule, tombstone: tombstone, fetchedAt: fetchedAt)
        } catch {
            throw mistake(error)
        }
    }

    /// The user whom a rule finds in the body, as a list of one; `key` is the id that was asked for,
    /// where one was.
    func user(
        _ rule: PeopleRule, key: String? = nil, fetchedAt: Int64
    ) throws(RequestError) -> UserList {
        let value = try required(rule.items)
        var mapper = UserMapper(rule.fields, dates: rule.dates, nothing: rule.nothing)
        do throws(UserMapper.Mistake) {
            let user = try mapper.user(from: value, key: key, fetchedAt: fetchedAt)
            var list = UserList()
            list.users = [user]
            if rule.isPartial { list.lacking[user.id] = mapper.lacking }
            return list
        } catch {
            let place = [rule.items.text, error.path].filter { !$0.isEmpty }.joined(separator: ".")
            throw mistake(UserMapper.Mistake(path: place, reason: error.reason))
        }
    }

    /// Whether there is nothing at a place: no value, null, an empty array or object.
    func isEmpty(at path: JSONPath) -> Bool {
        root?.value(at: path).map { $0.isNull || $0.isEmptyContainer } ?? true
    }

    /// What stands at a path; an error names the path when nothing does.
    private func required(_ path: JSONPath) throws(RequestError) -> JSONValue {
        guard let root else { throw notJSON() }
        guard let value = root.value(at: path) else {
            if root.kind != .object, path.splitFirstKey != nil {
                throw error("expected object with \(path.text), found \(root.kind.rawValue)")
            }
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

extension JSONValue {
    /// Whether it is `[]` or `{}`.
    var isEmptyContainer: Bool {
        switch kind {
        case .array: elements.first { _ in true } == nil
        case .object: members.first { _ in true } == nil
        case .string, .number, .bool, .null: false
        }
    }
}

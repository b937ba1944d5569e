import SluiceHTTP
import SluiceStore
import Users

extension DirectoryAPI {
    /// How many people are asked for at once.
    private static let width = 8

    /// The people of a list that only names them, each asked for by the detail's call.
    ///
    /// What the detail doesn't deliver stays as the list had it. Who is gone by now is left out, and
    /// reported; any other failure fails the list, or people would be missing without a word.
    func filled(
        _ list: UserList, _ rule: PeopleRule, as credential: Credential?
    ) async throws(RequestError) -> UserList {
        var filled = list
        filled.users = []
        filled.lacking = [:]
        for start in stride(from: 0, to: list.users.count, by: Self.width) {
            let part = Array(list.users[start..<min(start + Self.width, list.users.count)])
            for (offset, answer) in try await details(of: part, as: credential).enumerated() {
                switch answer {
                case .person(let user, let lacking):
                    let listed = part[offset]
                    filled.users.append(listed.overlaid(with: user))
                    if !lacking.isEmpty {
                        filled.lacking[listed.id] = lacking.subtracting(listed.told)
                    }
                case .nobody, nil:
                    filled.skipped.append(
                        SkippedElement(
                            index: start + offset, path: "\(rule.items.text)[\(start + offset)]",
                            reason: "the server has nobody with this id any more"))
                }
            }
        }
        return filled
    }

    private func details(
        of users: [User], as credential: Credential?
    ) async throws(RequestError) -> [PersonAnswer?] {
        typealias Outcome = (place: Int, result: Result<PersonAnswer?, RequestError>)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for (place, user) in users.enumerated() {
                group.addTask {
                    do throws(RequestError) {
                        return (
                            place, .success(try await self.user(user.id.rawValue, as: credential))
                        )
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            var outcomes: [Outcome] = []
            for await outcome in group {
                outcomes.append(outcome)
                if case .failure = outcome.result { group.cancelAll() }
            }
            return outcomes
        }
        // A failure is the reason for the cancelled ones beside it.
        for outcome in outcomes {
            if case .failure(let error) = outcome.result, error.errorCode != .cancelled {
                throw error
            }
        }
        var answers: [PersonAnswer?] = []
        for outcome in outcomes.sorted(by: { $0.place < $1.place }) {
            answers.append(try outcome.result.get())
        }
        return answers
    }
}

extension User {
    /// The other's fields, and this one's where the other has none. The id stays: it was asked for.
    fileprivate func overlaid(with other: User) -> User {
        var user = other
        user.id = id
        user.username = other.username ?? username
        user.displayName = other.displayName ?? displayName
        user.email = other.email ?? email
        user.phone = other.phone ?? phone
        user.title = other.title ?? title
        user.department = other.department ?? department
        user.isActive = other.isActive ?? isActive
        user.avatarURL = other.avatarURL ?? avatarURL
        user.updatedAt = other.updatedAt ?? updatedAt
        user.attributes.merge(attributes) { detail, _ in detail }
        return user
    }

    /// Whether anything of the person contains one of some folded texts.
    func shows(anyOf words: [String]) -> Bool {
        let own = [id.rawValue, username, displayName, email, phone, title, department]
        return (own.compactMap(\.self) + attributes.values).contains { value in
            let folded = TextFolding.folded(value)
            return words.contains { folded.contains($0) }
        }
    }

    /// Whether a name or the address contains the text, case and accents aside.
    func mentions(_ text: String) -> Bool {
        let text = TextFolding.folded(text)
        return [username, displayName, email].contains {
            $0.map { TextFolding.folded($0).contains(text) } ?? false
        }
    }
}

extension [User] {
    /// Who is called just what was typed comes first, by id, username, name or address; all others as they came.
    func exactFirst(_ text: String) -> [User] {
        let sought = [UInt8](TextFolding.folded(text).utf8)
        var (exact, others): ([User], [User]) = ([], [])
        for user in self {
            let names = [user.id.rawValue, user.username, user.displayName, user.email]
            let isExact = names.contains { name in
                name.map { TextFolding.beginning(of: $0, is: sought) == .whole } ?? false
            }
            if isExact { exact.append(user) } else { others.append(user) }
        }
        return exact + others
    }
}

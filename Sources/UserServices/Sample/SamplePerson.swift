import SluiceHTTP
import SluiceStore

/// A person of the sample directory, as its server keeps one. Every name is made up.
struct SamplePerson: Sendable {
    var id: Int
    var username: String
    var displayName: String
    var title: String
    var department: String
    var phone: String
    var isActive: Bool
    /// Milliseconds since 1970.
    var updatedAt: Int64
    var hasAvatar: Bool

    /// In a domain that can't exist (RFC 2606).
    var email: String { "\(username)@example.test" }

    /// The words that a search looks through: of the names, and of the address before its `@`.
    var words: [Substring] {
        let localPart = String(email.prefix { $0 != "@" })
        return SearchWords.index(displayName, username, localPart).split(separator: " ")
    }

    /// The person as the server writes one.
    var json: String {
        let avatar = hasAvatar ? JSONText.quoted("https://example.test/avatars/\(id).png") : "null"
        let members = [
            "\"id\":\(id)",
            "\"username\":" + JSONText.quoted(username),
            "\"displayName\":" + JSONText.quoted(displayName),
            "\"email\":" + JSONText.quoted(email),
            "\"phone\":" + JSONText.quoted(phone),
            "\"title\":" + JSONText.quoted(title),
            "\"department\":" + JSONText.quoted(department),
            "\"isActive\":\(isActive)",
            "\"avatarURL\":" + avatar,
            "\"updatedAt\":" + JSONText.quoted(DateText.rfc3339(updatedAt)),
        ]
        return "{" + members.joined(separator: ",") + "}"
    }

    /// The text of a field to sort by; nil for a field that the server doesn't sort by.
    func sortKey(_ field: String) -> String? {
        switch field {
        case "id": String(repeating: "0", count: max(0, 9 - String(id).count)) + String(id)
        case "username": username
        case "displayName": SampleSearch.fold(displayName)
        case "email": email
        case "title": SampleSearch.fold(title)
        case "department": SampleSearch.fold(department)
        case "updatedAt": DateText.rfc3339(updatedAt)
        default: nil
        }
    }
}

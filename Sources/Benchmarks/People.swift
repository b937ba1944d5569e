import UserServices
import Users

/// Made-up people, the same in every run.
enum People {
    /// How many a directory has, and how many stand on a page of it.
    static let count = 100_000
    static let pageSize = 10_000

    private static let firstNames = [
        "Ana", "Bruno", "Chiara", "Dana", "Émile", "Fatima", "Goran", "Hana", "Igor", "Julia",
        "Kemal", "Lena", "민준", "Nora", "Óscar", "Petra", "Quentin", "Rosa", "Sanjay", "Tomás",
    ]
    private static let lastNames = [
        "Brandt", "Ito", "Novak", "Müller", "Rossi", "Silva", "Kowalski", "Nguyen", "Smith",
        "Jones", "Garcia", "Khan", "Okafor", "Larsen", "Yılmaz", "Weber", "Dubois",
    ]
    private static let titles = ["Engineer", "Designer", "Accountant", "Manager", "Analyst"]
    private static let departments = ["Research", "Sales", "Finance", "Operations", "Support"]

    /// A person by number.
    static func user(_ number: Int) -> User {
        // Mixed, so that neighbours differ: Knuth's multiplicative hash.
        let mixed = (number &* 2_654_435_761) >> 7 & 0xFFFF_FFFF
        let first = firstNames[mixed % firstNames.count]
        let last = lastNames[mixed / 31 % lastNames.count]
        return User(
            id: User.ID("\(number)"), username: "user\(number)", displayName: "\(first) \(last)",
            email: "user\(number)@example.org", phone: "+49 30 \(1_000_000 + mixed % 8_999_999)",
            title: titles[mixed / 7 % titles.count],
            department: departments[mixed / 3 % departments.count], isActive: mixed % 7 != 0,
            avatarURL: "https://example.org/a/\(number).png",
            updatedAt: 1_700_000_000_000 + Int64(mixed % 1_000_000) * 1000)
    }

    /// A hundred thousand of them.
    static let users = (0..<count).map(user)

    /// A person as a server writes them, 225 bytes or so.
    static func json(_ number: Int) -> String {
        let user = user(number)
        func text(_ value: String?) -> String { "\"\(value ?? "")\"" }
        return """
            {"id":\(number),"username":\(text(user.username)),"displayName":\
            \(text(user.displayName)),"email":\(text(user.email)),"phone":\(text(user.phone)),\
            "title":\(text(user.title)),"department":\(text(user.department)),\
            "isActive":\(user.isActive ?? false),"avatarURL":\(text(user.avatarURL)),\
            "updatedAt":\(user.updatedAt ?? 0)}
            """
    }

    /// Several of them as a JSON array.
    static func json(_ numbers: Range<Int>) -> String {
        "[" + numbers.map { json($0) }.joined(separator: ",") + "]"
    }

    /// The profile of the server that has a million of them.
    static let largeProfile = profile.replacing("/users", with: "/million")

    /// The profile of the server that has them.
    static let profile = """
        {"name":"bench","title":"The directory of the benchmarks","verified":true,
         "baseURL":"http://127.0.0.1:1",
         "envelope":{"code":"code","message":"message","data":"data","success":{"code":200}},
         "list":{"path":"/users","items":"data.items","total":{"path":"data.total"},
                 "paging":{"kind":"page","parameter":"page","base":1,"sizeParameter":"per_page",
                           "size":\(pageSize),"sizeLimit":\(pageSize)}},
         "fields":{"id":"id","username":"username","displayName":"displayName","email":"email",
                   "phone":"phone","title":"title","department":"department",
                   "isActive":"isActive","avatarURL":"avatarURL","updatedAt":"updatedAt"},
         "ids":"number","dates":"milliseconds"}
        """
}

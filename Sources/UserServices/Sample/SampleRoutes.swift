import SluiceHTTP

/// The endpoints of the sample directory, for one request.
struct SampleRoutes {
    /// The only account that can log in, and its token.
    private static let account = (name: "demo", password: "demo", token: "sample-token-of-demo")

    /// Who a request comes from.
    private enum Caller {
        case guest, demo, stranger
    }

    let people: SamplePeople
    let request: HTTPRequest
    let query: SampleQuery

    /// Whether this is a login, which an ended session doesn't stop.
    var isLogin: Bool { request.url.path == "/v3/login" }

    private var caller: Caller {
        guard let header = request.headers["Authorization"] else { return .guest }
        return header == "Bearer \(Self.account.token)" ? .demo : .stranger
    }

    func answer() -> SampleAnswer {
        let segments = request.url.path.split(separator: "/").map(PercentEncoding.decode)
        if !isLogin, caller == .stranger {
            return .failure(401, "This token is not one of ours")
        }
        switch (request.method, segments) {
        case (.post, ["v3", "login"]): return login()
        case (.post, ["v3", "logout"]): return SampleAnswer(message: "Bye")
        case (.get, ["v3", "me"]): return me()
        case (.get, ["v3", "users"]): return list()
        case (.get, _) where segments.count == 3 && segments.starts(with: ["v3", "user"]):
            return user(segments[2])
        default: return .failure(404, "There is nothing at \(request.url.path)")
        }
    }

    private func login() -> SampleAnswer {
        guard let body = request.body, let given = Self.credentials(body) else {
            return .failure(400, "A login needs a username and a password")
        }
        guard given.name == Self.account.name, given.password == Self.account.password else {
            return .failure(401, "The name or the password is wrong")
        }
        return SampleAnswer(
            data: """
                {"token":"\(Self.account.token)","account":"\(Self.account.name)","expiresAt":null}
                """)
    }

    private static func credentials(_ body: [UInt8]) -> (name: String, password: String)? {
        guard let document = try? JSONDocument(body) else { return nil }
        return document.withRoot { root in
            guard let name = root["username"]?.string, let password = root["password"]?.string
            else { return nil }
            return (name, password)
        }
    }

    private func me() -> SampleAnswer {
        guard caller == .demo else {
            return SampleAnswer(data: #"{"account":"guest","user":null}"#)
        }
        let user = people.person("1")?.json ?? "null"
        return SampleAnswer(data: "{\"account\":\"\(Self.account.name)\",\"user\":\(user)}")
    }

    private func user(_ id: String) -> SampleAnswer {
        guard let person = people.person(id) else { return .failure(404, "There is no user \(id)") }
        return SampleAnswer(data: person.json)
    }

    private func list() -> SampleAnswer {
        guard let page = number("page", otherwise: 1), page >= 1,
            let size = number("per_page", otherwise: 50), (1...200).contains(size)
        else { return .failure(400, "page is a number from 1, per_page one from 1 to 200") }
        var found = people.people
        if let search = query["q"].map(SampleSearch.init) {
            found = found.filter(search.finds)
        }
        if let field = query["sort"] {
            let name = field.hasPrefix("-") ? String(field.dropFirst()) : field
            let keyed = found.compactMap { person in
                person.sortKey(name).map { (key: $0, person: person) }
            }
            guard keyed.count == found.count else { return .failure(400, "Can't sort by \(name)") }
            // A sort that doesn't swap equals, so that pages don't overlap.
            found = keyed.enumerated()
                .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
                .map(\.element.person)
            if name != field { found.reverse() }
        }
        let (start, overflow) = (page - 1).multipliedReportingOverflow(by: size)
        let items = overflow ? [] : Array(found.dropFirst(start).prefix(size))
        let json = items.map(\.json).joined(separator: ",")
        return SampleAnswer(data: "{\"items\":[\(json)],\"total\":\(found.count),\"page\":\(page)}")
    }

    private func number(_ name: String, otherwise: Int) -> Int? {
        guard let text = query[name] else { return otherwise }
        return Int(text)
    }
}

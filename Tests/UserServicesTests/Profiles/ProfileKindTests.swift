import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// The worked examples of `Documentation/Profiles.md` for what few APIs do, against the exchanges
/// that stand beside them. The shapes are those of Django's sessions, Odoo's and Zabbix's JSON-RPC,
/// and GraphQL's connections; the people are made up.
@Suite struct `Profiles of rarer kinds` {
    private let page: ProfilePage

    init() throws { page = try ProfilePage() }

    private func service(
        _ name: String, _ exchanges: Exchanges
    ) async throws -> (service: LiveUserService, world: World) {
        let world = World(server: exchanges.transport)
        return (try await world.own(name, try #require(page.profiles[name])), world)
    }

    private func login(_ service: LiveUserService, _ password: String = "pw") async throws {
        _ = try await service.login(Credentials(name: "ana", password: password)).value()
    }

    /// What the program has written of its own: tokens and the cache.
    private func kept(_ world: World) throws -> (tokens: String, cache: String) {
        func text(_ path: String) throws -> String {
            String(decoding: try SmallFile.read(path), as: UTF8.self)
        }
        return (try text(world.paths.tokens), try text(world.paths.cacheFile + "-wal"))
    }

    // MARK: A token against forgery, every cookie

    private static func session(_ asked: Exchanges.Asked) -> HTTPResponse {
        let cookies = asked.header("Cookie")
        if asked.line == "GET /api/csrf" {
            return HTTPResponse(
                status: 200, headers: ["Set-Cookie": "csrftoken=c1; Path=/"], text: "<html/>")
        }
        if asked.line == "POST /api/login" {
            guard cookies == "csrftoken=c1", asked.header("X-CSRFToken") == "c1",
                asked.header("Referer") == "https://app.example.com/api/"
            else { return .json(#"{"detail":"CSRF Failed"}"#, 403) }
            guard asked.body.contains(#""password":"pw""#) else {
                return .json(#"{"non_field_errors":["No such login."]}"#, 400)
            }
            return .json(
                "{}",
                headers: [
                    "Set-Cookie": "csrftoken=c2; Path=/",
                    "Set-Cookie": "sessionid=s3ssion; HttpOnly",
                    "Set-Cookie": "old=; Max-Age=0",
                ])
        }
        guard cookies == "csrftoken=c2; sessionid=s3ssion", asked.header("X-CSRFToken") == "c2"
        else { return .json(#"{"detail":"Not authenticated"}"#, 403) }
        switch asked.line {
        case "GET /api/me": return .json(#"{"username":"ana"}"#)
        case "GET /api/users/?page_size=2":
            return .json(
                #"{"count":3,"next":"https://app.example.com/api/users/?page=2&page_size=2","results":[{"url":"https://app.example.com/api/users/7/","username":"ana","email":"a@e"},{"url":"https://app.example.com/api/users/8/","username":"bo"}]}"#
            )
        case "GET /api/users/?page=2&page_size=2":
            return .json(
                #"{"count":3,"next":null,"results":[{"url":"https://app.example.com/api/users/9/","username":"chi"}]}"#
            )
        case "GET /api/users/8/":
            return .json(#"{"url":"https://app.example.com/api/users/8/","username":"bo"}"#)
        case "POST /api/logout": return .json("{}")
        default: return .json(#"{"detail":"Not found."}"#, 404)
        }
    }

    @Test func `a call before the login gives a token, and every cookie is kept`() async throws {
        let exchanges = Exchanges(Self.session)
        let (service, world) = try await service("example-csrf", exchanges)
        let refused = await failure { try await login(service, "no") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("No such login.") == true)
        try await login(service)
        #expect(try await service.whoAmI(.fresh).value().account == "ana")
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        let everyone = try await service.users(ListQuery(all: true), .offline).value().value.users
        #expect(everyone.map(\.id) == ["7", "8", "9"])
        #expect(try await service.user("8", .fresh).value().value.username == "bo")
        let nobody = await failure { _ = try await service.user("12", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        // The next run of the program has the cookies, and what goes beside them.
        let later = try await world.service("example-csrf")
        #expect(try await later.user("7", .cached()).value().value.username == "ana")
        #expect(try await later.whoAmI(.fresh).value().state == .loggedIn)
        #expect(try kept(world).tokens.contains(#""values":{"csrf":"c2"}"#))
        _ = try await service.logout(.cached()).value()
        #expect(exchanges.lines.last == "POST /api/logout")
    }

    // MARK: A token in the body

    private static func rpc(_ asked: Exchanges.Asked) -> HTTPResponse {
        if asked.body.hasPrefix(#"{"method":"login""#) {
            return asked.body.contains(#"["ana","pw"]"#)
                ? .json(#"{"result":{"session":"t0ken-1","tenant":"acme","ttl":30}}"#)
                : .json(#"{"error":{"name":"AccessDenied","message":"Wrong login/password"}}"#)
        }
        guard asked.body.contains(#""auth":"t0ken-1""#), asked.header("X-Tenant") == "acme" else {
            return .json(#"{"error":{"name":"SessionExpired","message":"Session t0ken-1 ended"}}"#)
        }
        let ana =
            #"{"id":7,"login":"ana","name":"Ana","phone":false,"department":[3,"Ops"],"active":true,"write_date":"Tue, 14 Nov 2023 22:13:20 GMT"}"#
        let bo =
            #"{"id":8,"login":"bo","name":"N/A","phone":"555","department":false,"active":false,"write_date":"20231114221320Z"}"#
        switch asked.body {
        case #"{"method":"user.list","auth":"t0ken-1","params":{"offset":0,"limit":2}}"#:
            return .json(#"{"result":{"rows":[\#(ana),\#(bo)],"last":false}}"#)
        case #"{"method":"user.list","auth":"t0ken-1","params":{"offset":2,"limit":2}}"#:
            return .json(
                #"{"result":{"rows":[{"id":9,"login":"chi"},{"id":10,"login":"d"}],"last":true}}"#)
        case #"{"method":"user.get","auth":"t0ken-1","params":{"ids":[8]}}"#:
            // Others come along.
            return .json(#"{"result":{"rows":[\#(ana),\#(bo)]}}"#)
        case #"{"method":"user.find","auth":"t0ken-1","params":{"where":"{\"name\":{\"$regex\":\"b\\\\.\\\"\"}}"}}"#:
            return .json(#"{"result":{"rows":[\#(bo)]}}"#)
        default: return .json(#"{"result":{"rows":[]}}"#)
        }
    }

    @Test func `a token in the body, a header beside it, and words for nothing`() async throws {
        let exchanges = Exchanges(Self.rpc)
        let (service, world) = try await service("example-rpc", exchanges)
        let out = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(out?.errorCode == .notLoggedIn)
        #expect(exchanges.requests.last?.body.contains("auth") == false)
        let refused = await failure { try await login(service, "no") }
        #expect(refused?.errorCode == .credentialsRefused && refused?.serverCode == "AccessDenied")
        try await login(service)
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 4))
        #expect(exchanges.lines.count == 5)
        let ana = try await service.user("7", .offline).value().value
        #expect(ana.phone == nil && ana.department == "Ops" && ana.isActive == true)
        #expect(ana.updatedAt == 1_700_000_000_000)
        let bo = try await service.user("8", .fresh).value().value
        #expect(bo.displayName == nil && bo.phone == "555" && bo.department == nil)
        #expect(bo.isActive == false && bo.updatedAt == 1_700_000_000_000)
        let nobody = await failure { _ = try await service.user("99", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        let found = try await service.search(SearchQuery(#"b.""#), .fresh).value().value
        #expect(found.map(\.id) == ["8"])
        #expect(try kept(world).tokens.contains("1800001800000"))
    }

    /// P12: the token is in no header that a gate could know it by.
    @Test func `P12: a token that a body carries ends as a session, and isn't repeated`()
        async throws
    {
        let isOver = Flag()
        let exchanges = Exchanges { asked in
            isOver.isSet && !asked.body.contains("login")
                ? .json(#"{"error":{"name":"SessionExpired","message":"Session t0ken-1 ended"}}"#)
                : Self.rpc(asked)
        }
        let (service, world) = try await service("example-rpc", exchanges)
        try await login(service)
        _ = try await service.users(ListQuery(), .fresh).value()
        isOver.set()
        let ended = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(ended?.errorCode == .sessionExpired)
        #expect(ended?.message.contains("t0ken") == false, "\(ended?.message ?? "")")
        #expect(ended?.message.contains("Session") == true)
        #expect(try !kept(world).cache.contains("t0ken"))
    }

    // MARK: GraphQL, a key in the query of the URL

    private static func graph(_ asked: Exchanges.Asked) -> HTTPResponse {
        guard asked.query["access_token"] == "k3y-1" else {
            return .json(#"{"errors":[{"message":"Which key?"}]}"#, 403)
        }
        if asked.request.url.path == "/me" { return .json("{}") }
        func answer(_ nodes: [String], _ cursor: String, _ hasMore: Bool) -> HTTPResponse {
            let edges = nodes.map { "{\"node\":\($0)}" }.joined(separator: ",")
            return .json(
                #"{"data":{"users":{"edges":[\#(edges)],"totalCount":3,"pageInfo":{"endCursor":"\#(cursor)","hasNextPage":\#(hasMore)}}}}"#
            )
        }
        let ana = #"{"id":"U7","login":"ana","name":"Ana","teams":["ops","dev"]}"#
        if asked.body.contains(#""variables":{"n":2}"#) {
            return answer([ana, #"{"id":"U8","login":"bo"}"#], "c2", true)
        }
        if asked.body.contains(#""variables":{"n":2,"after":"c2"}"#) {
            return answer([#"{"id":"U9","login":"chi"}"#], "c3", false)
        }
        if asked.body.contains(#""variables":{"id":"U7"}"#) { return answer([ana], "", false) }
        return answer([], "", false)
    }

    @Test func `a query with braces and a cursor; a key in the URL is shown nowhere`() async throws
    {
        let exchanges = Exchanges(Self.graph)
        let (service, world) = try await service("example-graphql", exchanges)
        let refused = await failure { try await login(service, "wrong-key") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("wrong-key") == false, "\(refused?.message ?? "")")
        try await login(service, "k3y-1")
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        #expect(
            exchanges.requests.last?.body.hasPrefix(
                #"{"query":"query($n: Int, $after: String) { users(first: $n"#) == true)
        let ana = try await service.user("U7", .fresh).value().value
        #expect(ana.displayName == "Ana" && ana.attributes["teams"] == "ops, dev")
        let nobody = await failure { _ = try await service.user("U1", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        #expect(try !kept(world).cache.contains("k3y-1"))
    }

    /// A link to the next page may hold the key that came with the request.
    @Test func `a key in the link to the next page isn't kept`() async throws {
        let profile = """
            {"name":"linked","baseURL":"https://a.example",
             "auth":{"scheme":"token","query":"u9"},"fields":{"id":"id"},
             "list":{"path":"/u","items":"r","paging":{"kind":"nextPath","path":"next"}}}
            """
        let exchanges = Exchanges { asked in
            guard asked.query["u9"] == "k3y-1" else { return .json("{}", 401) }
            return asked.query["page"] == "2"
                ? .json(#"{"r":[{"id":2}],"next":null}"#)
                : .json(#"{"r":[{"id":1}],"next":"/u?page=2&u9=k3y-1"}"#)
        }
        let api = try DirectoryAPI(
            try Profile(json: Array(profile.utf8), origin: "linked"),
            transport: exchanges.transport, clock: BriefClock(), now: { 0 })
        let pager = Pager(api.profile.list)
        let credential = Credential(secret: "k3y-1", account: "ana")
        let first = try await api.page(pager.first, pager, as: credential)
        #expect(first.next == .url("https://a.example/u?page=2"))
        // No name says that the parameter is a secret: its answers are kept under no URL.
        let asked = try #require(exchanges.requests.first?.request)
        #expect(CacheKey(asked, scope: "a") == nil)
        let second = try await api.page(try #require(first.next), pager, as: credential)
        #expect(second.list.users.map(\.id) == ["2"] && second.next == nil)
    }

    // MARK: One word each

    private func api(_ members: String, _ exchanges: Exchanges) throws -> DirectoryAPI {
        let text = #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},\#(members)}"#
        return try DirectoryAPI(
            try Profile(json: Array(text.utf8), origin: "t"), transport: exchanges.transport,
            clock: BriefClock(), now: { 0 })
    }

    /// Zulip wants the name and the key as a pair, Freshdesk the key and anything, devpi the pair in
    /// a header of its own.
    @Test(arguments: [
        (#""prefix":"Basic ","pair":"{account}:{token}""#, "Authorization", "Basic YW5hOms="),
        (#""prefix":"Basic ","pair":"{token}:X""#, "Authorization", "Basic azpY"),
        (#""header":"X-Auth","pair":"{account}:{token}""#, "X-Auth", "YW5hOms="),
        (#""header":"Cookie","prefix":"Ticket=""#, "Cookie", "Ticket=k"),
    ])
    func `a token goes as the server wants it`(auth: String, header: String, value: String)
        async throws
    {
        let exchanges = Exchanges { _ in .json("[]") }
        let api = try self.api(
            #""auth":{"scheme":"token",\#(auth)},"list":{"path":"/u"}"#, exchanges)
        let pager = Pager(api.profile.list)
        let credential = Credential(secret: "k", account: "ana")
        _ = try await api.page(pager.first, pager, as: credential)
        #expect(exchanges.requests.first?.header(header) == value)
    }

    /// MediaWiki marks who isn't there; Snipe-IT says `status` only of what failed.
    @Test func `a mark says that there is nobody, and a code that is missing is a success`()
        async throws
    {
        let exchanges = Exchanges { asked in
            switch asked.line {
            case "GET /u/7": .json(#"{"users":[{"id":7}]}"#)
            case "GET /u/8": .json(#"{"users":[{"id":8,"missing":true}]}"#)
            default: .json(#"{"status":"error","messages":"User not found"}"#)
            }
        }
        let api = try self.api(
            #""envelope":{"code":"status","message":"messages","success":{"code":"success","optional":true}},"list":{"path":"/u"},"detail":{"path":"/u/{id}","item":"users[0]","notFound":{"present":"users[0].missing"}}"#,
            exchanges)
        guard case .person? = try await api.user("7", as: nil) else {
            Issue.record("7 is there")
            return
        }
        guard case .nobody? = try await api.user("8", as: nil) else {
            Issue.record("8 is missing")
            return
        }
        do throws(RequestError) {
            _ = try await api.user("9", as: nil)
            Issue.record("passed")
        } catch {
            #expect(error.errorCode == .rejected && error.serverMessage == "User not found")
        }
    }

    /// Drupal and OctoPrint put a part of their address into the names of cookies.
    @Test(arguments: [
        ("session_*", "session_80=s"), ("*", "csrf_80=c2; session_80=s"),
        ("session_80", "session_80=s"),
    ])
    func `a cookie is known by the beginning of its name`(cookie: String, sent: String) async throws
    {
        let exchanges = Exchanges { asked in
            switch asked.line {
            case "GET /": .json("{}", headers: ["Set-Cookie": "csrf_80=c1; Path=/"])
            case "POST /in":
                .json("{}", headers: ["Set-Cookie": "csrf_80=c2", "Set-Cookie": "session_80=s"])
            default: .json("[]")
            }
        }
        let api = try self.api(
            #""auth":{"scheme":"cookie","cookie":"\#(cookie)","headers":{"X":"{c}"},"login":{"path":"/in","headers":{"X":"{c}"},"before":{"path":"/","values":{"c":{"cookie":"csrf_*"}}}}},"list":{"path":"/u"}"#,
            exchanges)
        let token = try await api.login(Credentials(name: "ana", password: "pw"))
        #expect(exchanges.requests[1].header("X") == "c1")
        #expect(exchanges.requests[1].header("Cookie") == "csrf_80=c1")
        let pager = Pager(api.profile.list)
        _ = try await api.page(pager.first, pager, as: token.credential)
        #expect(exchanges.requests.last?.header("Cookie") == sent)
        #expect(exchanges.requests.last?.header("X") == "c1")
    }

    /// Django REST framework and Rails say what is wrong with each field.
    @Test(arguments: [
        (
            #"{"errors":{"email":["is taken","is odd"],"name":"is short"}}"#,
            "email: is taken; email: is odd; name: is short"
        ),
        (#"{"errors":[{"detail":"no"},"never"]}"#, "detail: no; never"),
        (#"{"page":["must be a number"]}"#, "page: must be a number"),
        (#"{"detail":"Not today","errors":["x"]}"#, "Not today"),
        (#"{"errors":[]}"#, nil),
    ])
    func `words by field are the server's words`(body: String, words: String?) async throws {
        let exchanges = Exchanges { _ in .json(body, 400) }
        let api = try self.api(
            #""envelope":{"message":["errors","detail",""]},"list":{"path":"/u","query":{"expand":["a","b"]}}"#,
            exchanges)
        let pager = Pager(api.profile.list)
        do throws(RequestError) {
            _ = try await api.page(pager.first, pager, as: nil)
            Issue.record("passed")
        } catch {
            #expect(error.serverMessage == words)
        }
        #expect(exchanges.lines == ["GET /u?expand=a&expand=b"])
    }

    /// The field map is an allow-list: what it doesn't name is neither kept nor shown, whatever a
    /// detail, a list or a search delivers.
    @Test func `S1: what the field map doesn't name is never cached`() async throws {
        let exchanges = Exchanges { asked in
            let person =
                #"{"id":1,"name":"Ana","password":"planted-1","hash":{"v":"planted-2"},"keys":["planted-3"],"team":{"name":"ops","pin":"planted-4"}}"#
            return asked.line == "GET /u/1" ? .json(person) : .json("[\(person)]")
        }
        let world = World(server: exchanges.transport)
        let service = try await world.own(
            "t",
            #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id","displayName":"name","attributes":{"team":"team.name"}},"list":{"path":"/u"},"detail":{"path":"/u/{id}"},"search":{"path":"/s","query":{"q":"{text}"}}}"#
        )
        _ = try await service.sync(full: true).value()
        _ = try await service.user("1", .fresh).value()
        let found = try await service.search(SearchQuery("ana"), .fresh).value().value
        #expect(found.map(\.attributes) == [["team": "ops"]])
        let cache = try kept(world.paths.cacheFile + "-wal") + kept(world.paths.cacheFile)
        #expect(cache.contains("Ana") && cache.contains("ops"))
        #expect(!cache.contains("planted"))
    }

    private func kept(_ path: String) throws -> String {
        String(decoding: try SmallFile.read(path), as: UTF8.self)
    }
}

/// A flag that a server's answers depend on.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}

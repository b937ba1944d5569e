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
        let run = try await ProfileRun("example-csrf", exchanges)
        let service = run.service
        let refused = await failure { try await run.login("no") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("No such login.") == true)
        try await run.login()
        #expect(try await service.whoAmI(.fresh).value().account == "ana")
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        let everyone = try await service.users(ListQuery(all: true), .offline).value().value.users
        #expect(everyone.map(\.id) == ["7", "8", "9"])
        #expect(try await service.user("8", .fresh).value().value.username == "bo")
        let nobody = await failure { _ = try await service.user("12", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        // The next run of the program has the cookies, and what goes beside them.
        let later = try await run.world.service("example-csrf")
        #expect(try await later.user("7", .cached()).value().value.username == "ana")
        #expect(try await later.whoAmI(.fresh).value().state == .loggedIn)
        #expect(try run.keptTokens().contains(#""values":{"csrf":"c2"}"#))
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
        let run = try await ProfileRun("example-rpc", exchanges)
        let service = run.service
        let out = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(out?.errorCode == .notLoggedIn)
        #expect(exchanges.requests.last?.body.contains("auth") == false)
        let refused = await failure { try await run.login("no") }
        #expect(refused?.errorCode == .credentialsRefused && refused?.serverCode == "AccessDenied")
        try await run.login()
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
        #expect(try run.keptTokens().contains("1800001800000"))
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
        let run = try await ProfileRun("example-rpc", exchanges)
        let service = run.service
        try await run.login()
        _ = try await service.users(ListQuery(), .fresh).value()
        isOver.set()
        let ended = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(ended?.errorCode == .sessionExpired)
        #expect(ended?.message.contains("t0ken") == false, "\(ended?.message ?? "")")
        #expect(ended?.message.contains("Session") == true)
        #expect(try !run.keptCache().contains("t0ken"))
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
        let run = try await ProfileRun("example-graphql", exchanges)
        let service = run.service
        let refused = await failure { try await run.login("wrong-key") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("wrong-key") == false, "\(refused?.message ?? "")")
        try await run.login("k3y-1")
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        #expect(
            exchanges.requests.last?.body.hasPrefix(
                #"{"query":"query($n: Int, $after: String) { users(first: $n"#) == true)
        let ana = try await service.user("U7", .fresh).value().value
        #expect(ana.displayName == "Ana" && ana.attributes["teams"] == "ops, dev")
        let nobody = await failure { _ = try await service.user("U1", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        #expect(try !run.keptCache().contains("k3y-1"))
    }
}

/// A flag that a server's answers depend on.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}

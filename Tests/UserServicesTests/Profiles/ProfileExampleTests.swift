import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// The worked examples of `Documentation/Profiles.md`, against the exchanges that stand beside them.
@Suite struct `Profiles written from the page` {
    // MARK: A token from a form, pages by number

    private static func oauth(
        _ ended: Ended
    ) -> @Sendable (Exchanges.Asked) -> HTTPResponse {
        { asked in
            if asked.line == "POST /oauth/token" {
                let isRefresh = asked.body.contains("grant_type=refresh_token")
                if asked.body.contains("password=pw") || asked.body.contains("refresh_token=r1") {
                    let number = isRefresh ? 2 : 1
                    return .json(
                        "{\"access_token\":\"t\(number)\",\"refresh_token\":\"r\(number)\",\"expires_in\":3600}"
                    )
                }
                return .json(#"{"error":{"code":"E1","message":"invalid_grant"}}"#, 400)
            }
            let token = asked.header("Authorization")?.dropFirst("Bearer ".count)
            guard let token, !ended.tokens.withLock({ $0.contains(String(token)) }) else {
                return .json(#"{"error":{"code":"E2","message":"no session"}}"#, 401)
            }
            if asked.line == "GET /api/me" { return .json(#"{"user_name":"ana"}"#) }
            let people = [
                #"{"id":7,"user_name":"ana","first_name":"Ana","last_name":"Brandt","email_address":"ana@example.test","status":"ACTIVE","created_at":1700000000,"password_hash":"$2b$secret","team":{"name":"ops","secret":"x"}}"#,
                #"{"id":8,"user_name":"bo","first_name":"Bo","last_name":null,"status":"GONE","created_at":"1700000001"}"#,
                #"{"id":9,"user_name":"chi"}"#,
            ]
            if asked.request.url.path == "/api/users" {
                let page = (Int(asked.query["page"] ?? "1") ?? 1) - 1
                let found = asked.query["q"].map { text in people.filter { $0.contains(text) } }
                let shown = found ?? Array(people.dropFirst(page * 2).prefix(2))
                return .json(
                    "{\"users\":[\(shown.joined(separator: ","))],\"meta\":{\"total\":3}}")
            }
            if asked.line == "GET /api/users/7" { return .json("{\"user\":\(people[0])}") }
            return .json(#"{"error":{"code":"E42","message":"nobody of that number"}}"#, 404)
        }
    }

    @Test func `a token from a form; pages by number; words at a path`() async throws {
        let ended = Ended()
        let exchanges = Exchanges(Self.oauth(ended))
        let run = try await ProfileRun("example-oauth", exchanges)
        let service = run.service
        let out = await failure { _ = try await service.users(ListQuery(), .cached()).value() }
        #expect(out?.errorCode == .notLoggedIn && out?.serverCode == "E2")
        let refused = await failure { try await run.login("wrong") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("invalid_grant") == true)
        try await run.login()
        #expect(try await service.whoAmI(.fresh).value().account == "ana")

        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        #expect(
            exchanges.lines.suffix(2) == [
                "GET /api/users?page=1&per_page=2", "GET /api/users?page=2&per_page=2",
            ])
        let ana = try await service.user("7", .fresh).value().value
        #expect(
            ana
                == User(
                    id: "7", username: "ana", displayName: "Ana Brandt", email: "ana@example.test",
                    isActive: true, updatedAt: 1_700_000_000_000, fetchedAt: 1_800_000_000_000,
                    attributes: ["team": "ops"]))
        let bo = try await service.user("bo", .offline).value().value
        #expect(bo.displayName == "Bo" && bo.isActive == false)
        #expect(bo.updatedAt == 1_700_000_001_000)
        let nobody = await failure { _ = try await service.user("10", .cached()).value() }
        #expect(nobody?.errorCode == .notFound && nobody?.serverCode == "E42")
        #expect(
            try await service.search(SearchQuery("a\" or 1"), .fresh).value().value == [])
        #expect(exchanges.requests.last?.query["q"] == "a\" or 1")
    }

    @Test func `P5: a token that ended is renewed once, and the calls are made again`() async throws
    {
        let ended = Ended()
        let exchanges = Exchanges(Self.oauth(ended))
        let run = try await ProfileRun("example-oauth", exchanges)
        let service = run.service
        try await run.login()
        ended.tokens.withLock { _ = $0.insert("t1") }
        let names = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask { try? await service.user("7", .fresh).value().value.username }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == Array(repeating: "ana", count: 8))
        #expect(exchanges.lines.filter { $0 == "POST /oauth/token" }.count == 2)
        // The next run of the program goes on with the new one.
        let later = try await run.world.service("example-oauth")
        #expect(try await later.user("7", .fresh).value().value.username == "ana")

        ended.tokens.withLock { _ = $0.insert("t2") }
        for _ in 0..<2 {
            let error = await failure { _ = try await service.user("7", .fresh).value() }
            #expect(error?.errorCode == .sessionExpired)
        }
        #expect(exchanges.lines.filter { $0 == "POST /oauth/token" }.count == 3)
    }

    private final class Ended: Sendable { let tokens = Mutex<Set<String>>([]) }

    // MARK: A key in a header, Link

    @Test func `a key in a header; the relation next; null is nobody`() async throws {
        let exchanges = Exchanges { asked in
            guard asked.header("X-Api-Key") == "k3y" else {
                return .json(#"{"title":"Forbidden","detail":"which key?"}"#, 403)
            }
            switch asked.line {
            case "GET /key": return .json("{}")
            case "GET /people?limit=2", "GET /people?name=dan":
                return .json(
                    #"[{"uuid":"a1","handle":"ana","contacts":[{"type":"tel","value":"5"},{"type":"email","value":"a@e"}],"left_at":null,"modified":"2024-05-01T10:00:00+02:00"},{"uuid":"b2","handle":"dan","display_name":"Dan","left_at":"2020-01-01"}]"#,
                    headers: [
                        "Link": #"</people?limit=2&after=b2>; rel="next""#, "X-Total-Count": "3",
                    ])
            case "GET /people?limit=2&after=b2":
                return .json(#"[{"uuid":"c3","handle":"eva"}]"#, headers: ["X-Total-Count": "3"])
            case "GET /people/a1", "GET /people/a%2A":
                return .json(#"{"uuid":"a1","handle":"ana"}"#)
            default: return .json("null")
            }
        }
        let run = try await ProfileRun("example-key", exchanges)
        let service = run.service
        let refused = await failure { try await run.login("wrong") }
        #expect(refused?.errorCode == .credentialsRefused)
        #expect(refused?.message.contains("which key?") == true)
        try await run.login("k3y")
        let page = try await service.users(ListQuery(), .fresh).value().value
        #expect(page.users.map(\.displayName) == ["ana", "Dan"])
        #expect(page.users.map(\.isActive) == [true, false])
        #expect(page.users[0].email == "a@e" && page.users[0].updatedAt == 1_714_550_400_000)
        #expect(page.total == 3 && page.hasNext)
        #expect(try await service.sync(full: true).value().inserted == 1)
        let nobody = await failure { _ = try await service.user("zz", .fresh).value() }
        #expect(nobody?.errorCode == .notFound)
        // A pattern in place of an id finds a1, who isn't who was asked for.
        let other = await failure { _ = try await service.user("a*", .fresh).value() }
        #expect(other?.errorCode == .notFound)
        #expect(try await service.search(SearchQuery("dan"), .fresh).value().value.count == 2)
    }

    // MARK: A cookie, a cursor in a body

    @Test func `a cookie; no at a status of 200; a cursor in a body of JSON`() async throws {
        let exchanges = Exchanges { asked in
            if asked.line == "POST /api/login" {
                return asked.body == #"{"user":"ana","secret":"pw"}"#
                    ? .json(#"{"ok":true}"#, headers: ["Set-Cookie": "sid=s3; Path=/; HttpOnly"])
                    : .json(#"{"ok":false,"error":"bad_login"}"#)
            }
            guard asked.header("Cookie") == "sid=s3" else {
                return .json(#"{"ok":false,"error":"no_session"}"#)
            }
            switch (asked.line, asked.body) {
            case ("POST /api/users.list", #"{"limit":2}"#):
                return .json(
                    #"{"ok":true,"members":{"U1":{"name":"ana","deleted":false,"updated":1700000000123,"profile":{"real":"Ana"}},"U2":{"name":"bo","deleted":true}},"meta":{"next":"abc="}}"#
                )
            case ("POST /api/users.list", #"{"limit":2,"cursor":"abc="}"#):
                return .json(#"{"ok":true,"members":{"U3":{"name":"chi"}},"meta":{"next":""}}"#)
            case ("GET /api/users.info?user=U1", _):
                return .json(
                    #"{"ok":true,"user":{"id":"U1","name":"ana","deleted":false,"profile":{"real":"Ana","email":"a@e"}}}"#
                )
            case ("GET /api/users.info?user=U9", _):
                return .json(#"{"ok":false,"error":"missing_scope"}"#)
            case ("GET /api/users.info?user=U8", _):
                return .json(#"{"ok":false,"error":"ratelimited"}"#)
            default: return .json(#"{"ok":false,"error":"user_not_found"}"#)
            }
        }
        let run = try await ProfileRun("example-cookie", exchanges)
        let service = run.service
        let out = await failure { _ = try await service.users(ListQuery(), .cached()).value() }
        #expect(out?.errorCode == .notLoggedIn)
        #expect(await failure { try await run.login("no") }?.errorCode == .credentialsRefused)
        try await run.login()
        #expect(try await service.sync(full: false).value().inserted == 3)
        let ana = try await service.user("U1", .fresh).value().value
        #expect(ana.displayName == "Ana" && ana.email == "a@e" && ana.isActive == true)
        #expect(ana.updatedAt == 1_700_000_000_123)
        #expect(try await service.user("bo", .offline).value().value.isActive == false)
        let codes = await ["U9", "U8", "U7"].asyncMap { id in
            await failure { _ = try await service.user(id, .fresh).value() }?.errorCode
        }
        #expect(codes == [.forbidden, .rejected, .notFound])
        // The code that means "later" is tried again, and is no reason to hide what is known.
        #expect(exchanges.lines.filter { $0.hasSuffix("user=U8") }.count == 3)
    }

    // MARK: Ids alone

    @Test func `names alone, each asked for; who is gone meanwhile is reported`() async throws {
        let exchanges = Exchanges { asked in
            guard asked.header("Authorization") == "Basic YW5hOnB3" else {
                return .json(#"{"detail":"who?"}"#, 401)
            }
            switch asked.line {
            case "GET /users/": return .json(#"{"results":["ana","bo"],"next":"/users/?after=bo"}"#)
            case "GET /users/?after=bo": return .json(#"{"results":["gone"],"next":null}"#)
            case "GET /users/ana/":
                return .json(
                    #"{"login":"ana","name":"Ana","mail":"a@e","groups":["ops","admin"]}"#)
            case "GET /users/bo/": return .json(#"{"login":"bo","name":"Bo","groups":[]}"#)
            default: return .json(#"{"detail":"nobody"}"#, 404)
            }
        }
        let run = try await ProfileRun("example-fill", exchanges)
        let service = run.service
        #expect(await failure { try await run.login("no") }?.errorCode == .credentialsRefused)
        try await run.login()
        let report = try await service.sync(full: false).value()
        #expect(report.inserted == 2)
        #expect(report.skipped.map(\.path) == ["results[0]"])
        let everyone = try await service.users(ListQuery(all: true), .offline).value().value.users
        #expect(everyone.map(\.displayName) == ["Ana", "Bo"])
        #expect(everyone.map { $0.attributes["groups"] } == ["ops, admin", nil])
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
        var results: [Result] = []
        for element in self { results.append(await transform(element)) }
        return results
    }
}

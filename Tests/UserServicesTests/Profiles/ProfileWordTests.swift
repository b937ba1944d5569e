import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// What single words of a profile make of a request, or of an answer.
@Suite struct `Words of profiles` {
    private func api(_ members: String, _ exchanges: Exchanges) throws -> DirectoryAPI {
        let text = #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},\#(members)}"#
        return try DirectoryAPI(
            try Profile(json: Array(text.utf8), origin: "t"), transport: exchanges.transport,
            clock: BriefClock(), now: { 0 })
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

    /// The name that a server has for our token in a link is its own.
    @Test func `P12: a token in the link to the next page isn't kept, whatever its name is`()
        async throws
    {
        let exchanges = Exchanges { asked in
            asked.query["page"] == "2"
                ? .json("[]")
                : .json(
                    #"[{"id":1}]"#,
                    headers: ["Link": #"</u?page=2&who=ana&x=t0k%2Fen-1>; rel="next""#])
        }
        let api = try self.api(
            #""auth":{"scheme":"token"},"list":{"path":"/u","paging":{"kind":"link"}}"#, exchanges)
        let pager = Pager(api.profile.list)
        let credential = Credential(secret: "t0k/en-1", account: "ana")
        let first = try await api.page(pager.first, pager, as: credential)
        #expect(first.next == .url("https://a.example/u?page=2&who=ana") && !first.isNextSecret)
        _ = try await api.page(try #require(first.next), pager, as: credential)
        #expect(exchanges.lines.last == "GET /u?page=2&who=ana")
        #expect(exchanges.requests.last?.header("Authorization") == "Bearer t0k/en-1")
    }

    /// A path can't go without it: the walk goes on there, and a later one from the start.
    @Test
    func `P12: a link to the next page with a token in its path is followed, and not written`()
        async throws
    {
        let isOver = Mutex(false)
        let exchanges = Exchanges { asked in
            guard asked.header("Authorization") == "Bearer t0ken-1" else { return .json("{}", 401) }
            switch asked.line {
            case "GET /u?limit=50", "GET /u?limit=200":
                return .json(#"{"u":[{"id":1}],"next":"/u/t0ken-1/2"}"#)
            case "GET /u/t0ken-1/2" where isOver.withLock { $0 }:
                return .json(#"{"u":[{"id":2}],"next":null}"#)
            default: return .json("{}", 500)
            }
        }
        let world = World(server: exchanges.transport)
        let service = try await world.own(
            "t",
            #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},"etags":true,"auth":{"scheme":"token","whoAmI":{"path":"/u?limit=50"}},"list":{"path":"/u","items":"u","paging":{"kind":"nextPath","path":"next","sizeParameter":"limit"}}}"#
        )
        _ = try await service.login(Credentials(name: "ana", password: "t0ken-1")).value()
        #expect(await failure { _ = try await service.sync(full: false).value() } != nil)
        #expect(try !kept(world.paths.cacheFile + "-wal").contains("t0ken"))
        isOver.withLock { $0 = true }
        #expect(
            try await service.sync(full: false).value() == SyncReport(inserted: 1, unchanged: 1))
        #expect(exchanges.lines.suffix(2) == ["GET /u?limit=200", "GET /u/t0ken-1/2"])
        #expect(try !kept(world.paths.cacheFile + "-wal").contains("t0ken"))
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
            #""auth":{"scheme":"cookie","cookie":"\#(cookie)","headers":{"X":"{c}"},"login":{"path":"/in","body":{"p":"{password}"},"headers":{"X":"{c}"},"before":{"path":"/","values":{"c":{"cookie":"csrf_*"}}}}},"list":{"path":"/u"}"#,
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

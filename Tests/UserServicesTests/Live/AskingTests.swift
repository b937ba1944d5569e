import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// What is said of somebody whom nobody could be asked about, or not in that way.
@Suite final class Asking: Sendable {
    private let listed = Mutex(#"{"id":1,"login":"ana","mail":"one@a.example"}"#)

    /// People with numbers: a list in one piece, a call about one, no search.
    private func service(_ more: String = "") async throws -> (LiveUserService, Exchanges) {
        let exchanges = Exchanges { asked in
            switch asked.request.url.path {
            case "/u": .json("[\(self.listed.withLock { $0 })]")
            case "/u/1": .json(#"{"id":1,"login":"ana","mail":"one@a.example"}"#)
            case "/u/05", "/u/5": .json(#"{"id":\#(asked.request.url.path.dropFirst(3))}"#)
            default: .json("{}", 404)
            }
        }
        let service = try await World(server: exchanges.transport).own(
            "t",
            #"""
            {"name":"t","baseURL":"https://a.example","ids":"number",
             "fields":{"id":"id","username":"login","email":"mail"},
             "list":{"path":"/u"},"detail":{"path":"/u/{id}"}\#(more)}
            """#)
        return (service, exchanges)
    }

    @Test(arguments: ["bo", "bo@a.example"])
    func `C5: nobody is said to be missing who can't be asked for by name`(who: String) async throws
    {
        let (service, exchanges) = try await service()
        let unasked = await failure { _ = try await service.user(who, .cached()).value() }
        #expect(unasked?.errorCode == .notCached)
        #expect(
            unasked?.message
                == "“\(who)” can't be asked for by name: this API finds nobody by that")
        #expect(exchanges.lines == [])
        // Where everyone is known, it is known that nobody is called so.
        _ = try await service.sync(full: false).value()
        let missing = await failure { _ = try await service.user(who, .cached()).value() }
        #expect(missing?.errorCode == .notFound)
        let fresh = await failure { _ = try await service.user(who, .fresh).value() }
        #expect(fresh?.errorCode == .notCached)
    }

    @Test func `C5: several cached people of one address are said to be, online too`() async throws
    {
        let (service, _) = try await service()
        listed.withLock {
            $0 = #"{"id":1,"login":"ana","mail":"one@a.example"},{"id":2,"mail":"One@a.example"}"#
        }
        _ = try await service.sync(full: false).value()
        for freshness in [Freshness.fresh, .cached(), .offline] {
            let error = await failure {
                _ = try await service.user("one@a.example", freshness).value()
            }
            #expect(error?.errorCode == .ambiguous)
            #expect(error?.hint == "Ask by id: 1, 2.")
        }
    }

    /// A lenient server takes 05 for 5, and the cache would have both.
    @Test func `an id is asked for as it is written, and 05 is no number`() async throws {
        let (service, exchanges) = try await service()
        let error = await failure { _ = try await service.user("05", .fresh).value() }
        #expect(error?.errorCode == .notCached)
        #expect(exchanges.lines == [])
        #expect(try await service.user("5", .fresh).value().value.id == "5")
        let none = await failure { _ = try await service.user("0", .fresh).value() }
        #expect(none?.errorCode == .notFound && exchanges.lines.last == "GET /u/0")
    }

    @Test func `who is known by id alone is kept by a sync, and said to be`() async throws {
        let (service, _) = try await service()
        _ = try await service.sync(full: false).value()
        listed.withLock { $0 = #"{"id":2,"login":"bo"}"# }
        for _ in 0..<2 {
            let report = try await service.sync(full: true).value()
            #expect(report.removed == 0)
            #expect(
                report.notices == [
                    "1 cached person is not listed, and kept: the server still knows them by id"
                ])
        }
    }

    @Test func `a fresh search asks for everyone where the server has none`() async throws {
        let (service, exchanges) = try await service()
        let found = try await service.search(SearchQuery("an"), .fresh).value()
        #expect(found.value.map(\.id) == ["1"] && found.source == .server)
        #expect(exchanges.lines == ["GET /u"])
    }

    @Test func `a short page at the end of what was counted is said to be the last`() async throws {
        let exchanges = Exchanges { asked in
            if asked.request.url.path == "/count" { return .json(#"{"n":3}"#) }
            return switch asked.query["skip"] {
            case "2": .json(#"[{"id":3}]"#)
            case "0", nil: .json(#"[{"id":1},{"id":2}]"#)
            default: .json("[]")
            }
        }
        let service = try await World(server: exchanges.transport).own(
            "t",
            #"""
            {"name":"t","baseURL":"https://a.example","fields":{"id":"id"},
             "list":{"path":"/u","total":{"request":{"path":"/count","value":"n"}},
                     "paging":{"kind":"offset","parameter":"skip","sizeParameter":"n","size":2,"sizeLimit":2}}}
            """#)
        _ = try await service.sync(full: false).value()
        let last = try await service.users(ListQuery(page: 2), .fresh).value().value
        #expect(last.users.map(\.id) == ["3"] && last.total == 3)
        #expect(!last.hasNext)
        #expect(try await service.users(ListQuery(page: 1), .fresh).value().value.hasNext)
    }

    @Test func `a token alone is refused where a login gives more that is needed`() async throws {
        let world = World(server: Exchanges { _ in .json("[]") }.transport)
        try SmallFile.replace(
            world.paths.profiles + "/t.json",
            with: Array(
                #"""
                {"name":"t","baseURL":"https://a.example","fields":{"id":"id"},
                 "auth":{"scheme":"token","pair":"{uid}:{token}",
                         "login":{"path":"/l","body":{"p":"{password}"},"token":"t","values":{"uid":"u"}}},
                 "list":{"path":"/u"}}
                """#.utf8))
        let error = await failure {
            var choice = DirectoryChoice(profile: "t")
            choice.token = "t0ken"
            _ = try await world.open(choice)
        }
        #expect(error?.errorCode == .usage)
        #expect(
            error?.message.contains("{uid}") == true && error?.message.contains("t0ken") == false)
    }

    @Test func `P5: an account that a guest has too says nothing of a session, where a mark does`()
        async throws
    {
        let answer = Mutex(#"{"name":"ana"}"#)
        let service = try await World(
            server: Exchanges { _ in .json(answer.withLock { $0 }) }.transport
        ).own(
            "t",
            #"""
            {"name":"t","baseURL":"https://a.example","fields":{"id":"id"},
             "auth":{"scheme":"token","whoAmI":{"path":"/me","account":"name","anonymous":"anon"}},
             "list":{"path":"/u"}}
            """#)
        _ = try await service.login(Credentials(name: "ana", password: "t0ken")).value()
        #expect(try await service.whoAmI(.fresh).value().notices == [])
        answer.withLock { $0 = #"{"name":"bo","anon":false}"# }
        let other = try await service.whoAmI(.fresh).value()
        #expect(other.state == .loggedIn)
        #expect(other.notices == ["The server calls this account “bo”"])
        answer.withLock { $0 = #"{"name":"127.0.0.1","anon":""}"# }
        let error = await failure { _ = try await service.whoAmI(.fresh).value() }
        #expect(error?.errorCode == .sessionExpired)
        let refused = await failure {
            _ = try await service.login(Credentials(name: "ana", password: "t1ken")).value()
        }
        #expect(refused?.errorCode == .credentialsRefused)
    }

    /// A quote with an accent over it is another character to Swift, and the end of a string elsewhere.
    @Test(arguments: [
        ("wildcard", "a*\u{301}b**"), ("scim", "a\\\"\u{301}b\\\"'"), ("odata", "a\"\u{301}b\"''"),
    ])
    func `P4: a mark that is no letter ends no string, with an accent over it or not`(
        way: String, expected: String
    ) throws {
        let escaper = try #require(Template.Escaper(rawValue: way))
        #expect(escaper.escape("a\"\u{301}b\"'") == expected)
    }
}

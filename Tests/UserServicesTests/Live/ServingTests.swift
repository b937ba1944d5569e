import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

@Suite struct `Serving` {
    private let server = PagedServer(Array(1...35))

    private func world() throws -> World {
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        return world
    }

    @Test func `C11: nothing that the cache answers makes a transport`() async throws {
        let world = try world()
        let first = try await world.service("paged")
        for who in ["7", "6"] { _ = try await first.user(who, .cached()).value() }
        #expect(world.transports.withLock { $0 } == 1)
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        _ = try await service.user("7", .offline).value()
        _ = try await service.users(ListQuery(), .offline).value()
        _ = try await service.search(SearchQuery("user7"), .cached()).value()
        _ = try await service.status().value()
        _ = await failure { _ = try await service.user("8", .offline).value() }
        #expect(world.transports.withLock { $0 } == 1)
        let names = world.directories()
            .completions(DirectoryChoice(profile: "paged"), prefix: "us", limit: 5)
        #expect(names.sorted() == ["user6", "user7"])
        #expect(world.transports.withLock { $0 } == 1)
    }

    @Test
    func `P14: after a failed connect the cache is served for 30 s before the server is asked`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        world.pass(milliseconds: 400_000)
        server.change { $0.isOffline = true }
        #expect(try await service.user("7", .cached()).value().source == .stale)
        server.change {
            $0.isOffline = false
            $0.requests = []
        }
        world.pass(milliseconds: 29_999)
        let early = try await service.user("7", .cached()).value()
        #expect(early.source == .stale && early.reason?.errorCode == .unreachable)
        #expect(server.requests == [])
        world.pass(milliseconds: 1)
        #expect(try await service.user("7", .cached()).value().source == .server)
        // Whoever isn't cached is asked for all the same.
        server.change { $0.isOffline = true }
        _ = await failure { _ = try await service.user("8", .cached()).value() }
        server.change { $0.isOffline = false }
        #expect(try await service.user("9", .cached()).value().source == .server)
    }

    @Test func `P8: a 404 removes the row, and is never hidden`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        server.change { $0.ids.removeAll { $0 == 7 } }
        world.pass(milliseconds: 400_000)
        let error = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(error?.errorCode == .notFound)
        #expect(error?.status == 404)
        let offline = await failure { _ = try await service.user("7", .offline).value() }
        #expect(offline?.errorCode == .notCached)
    }

    @Test(arguments: [
        (401, ServiceError.Code.notLoggedIn), (403, .forbidden), (400, .badStatus),
        (666, .badStatus),
    ])
    func `P8: a refusal is never hidden behind a stale answer`(
        status: Int, code: ServiceError.Code
    ) async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        world.pass(milliseconds: 400_000)
        server.change { $0.status = status }
        let error = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(error?.errorCode == code)
        #expect(error?.status == status)
    }

    @Test(arguments: [500, 502, 503, 504, 429])
    func `P8: a server that can't answer is stood in for`(status: Int) async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        world.pass(milliseconds: 400_000)
        server.change { $0.status = status }
        let answer = try await service.user("7", .cached()).value()
        #expect(answer.source == .stale && answer.reason?.status == status)
    }

    @Test func `P8: while a stale answer is there the server is asked once, else three times`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("7", .cached()).value()
        world.pass(milliseconds: 400_000)
        server.change { $0.status = 503 }
        let before = server.requests.count
        _ = try await service.user("7", .cached()).value()
        #expect(server.requests.count == before + 1)
        _ = await failure { _ = try await service.user("8", .cached()).value() }
        #expect(server.requests.count == before + 4)
    }

    @Test func `P8: a list is fresh only within the age of a complete sync`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.users(ListQuery(), .cached()).value()
        #expect(try await service.users(ListQuery(), .cached()).value().source == .server)
        _ = try await service.sync(full: false).value()
        #expect(try await service.users(ListQuery(), .cached()).value().source == .cache)
        world.pass(milliseconds: 300_000)
        #expect(try await service.users(ListQuery(), .cached()).value().source == .server)
    }

    @Test func `a page that is smaller than asked for says so, wherever it is from`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        let said = ["This profile asks for at most 10 people a page"]
        func notices(_ query: ListQuery, _ freshness: Freshness = .cached()) async throws
            -> [String]
        {
            try await service.users(query, freshness).value().notices
        }
        #expect(try await notices(ListQuery(perPage: 11)) == said)
        #expect(try await notices(ListQuery(perPage: 10)) == [])
        let offline = try await notices(ListQuery(perPage: 5_000), .offline)
        #expect(offline.filter(said.contains) == said)
        // People who are sorted or chosen here, and the cache when it is complete.
        #expect(try await notices(ListQuery(perPage: 5_000, sort: "email"), .fresh) == said)
        let answer = try await service.users(ListQuery(perPage: 5_000), .cached()).value()
        #expect(answer.source == .cache)
        #expect(try await notices(ListQuery(perPage: 5_000)) == said)
        // Everyone is on one page.
        #expect(try await notices(ListQuery(perPage: 5_000, all: true)) == [])
    }

    @Test func `a page that a partial cache doesn't reach isn't said not to be`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.users(ListQuery(), .cached()).value()
        #expect(try await service.users(ListQuery(), .offline).value().value.users.count == 10)
        for query in [
            ListQuery(page: 2), ListQuery(page: 2, conditions: [.init(field: "id", text: "1")]),
        ] {
            let error = await failure { _ = try await service.users(query, .offline).value() }
            #expect(error?.errorCode == .notCached)
            #expect(
                error?.message
                    == "Page 2 of this list isn't in the cache, and offline was asked for")
        }
        server.change { $0.isOffline = true }
        let error = await failure {
            _ = try await service.users(ListQuery(page: 2), .cached()).value()
        }
        #expect(error?.errorCode == .unreachable)
        server.change { $0.isOffline = false }
        _ = try await service.sync(full: false).value()
        let beyond = try await service.users(ListQuery(page: 5), .offline).value().value
        #expect(beyond.users.isEmpty && beyond.total == 35)
    }

    @Test func `P12: a server that repeats the password doesn't get it into an error`() async throws
    {
        let profile = PagedServer.profile.replacing(
            #""envelope""#,
            with:
                #""auth":{"scheme":"token","login":{"path":"/login","token":"t","body":{"n":"{name}","p":"{password}"}}},"envelope""#
        )
        let world = World(
            server: StubTransport { request in
                HTTPResponse(
                    status: 400,
                    text:
                        #"{"error":"wrong: \#(String(decoding: request.body ?? [], as: UTF8.self).replacing("\"", with: "'"))"}"#
                )
            })
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let error = await failure {
            _ = try await service.login(Credentials(name: "ana", password: "hunter2secret")).value()
        }
        #expect(error?.message.contains("wrong: {'n':'ana'") == true)
        #expect(!"\(String(reflecting: error))".contains("hunter2secret"))
    }

    @Test func `several people of one name are listed`() async throws {
        let world = World(
            server: StubTransport { _ in
                HTTPResponse(
                    status: 200,
                    text: #"{"people":[{"id":1,"login":"ana"},{"id":2,"login":"ana"}],"total":2}"#)
            })
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        let error = await failure { _ = try await service.user("ana", .offline).value() }
        #expect(error?.errorCode == .ambiguous)
        #expect(error?.matches.map(\.id) == ["1", "2"])
    }

    @Test func `a next page of another server is refused`() async throws {
        let profile = PagedServer.profile.replacing(
            #""kind":"page""#, with: #""kind":"nextPath","path":"next""#)
        let asked = Mutex<[String]>([])
        let world = World(
            server: StubTransport { request in
                asked.withLock { $0.append(request.url.host) }
                return HTTPResponse(
                    status: 200,
                    text: #"{"people":[{"id":1}],"next":"https://evil.example/people?page=2"}"#)
            })
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let error = await failure { _ = try await service.sync(full: false).value() }
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.message.contains("https://evil.example") == true)
        #expect(asked.withLock { $0 } == ["paged.example"])
    }

    @Test func `a server without pages is cut into pages here`() async throws {
        let profile = PagedServer.profile.replacing(#""kind":"page""#, with: #""kind":"none""#)
        let world = World(
            server: StubTransport { _ in
                HTTPResponse(
                    status: 200,
                    text:
                        "{\"people\":[\((1...25).map { "{\"id\":\($0)}" }.joined(separator: ","))]}"
                )
            })
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let second = try await service.users(ListQuery(page: 2), .fresh).value().value
        #expect(second.users.map(\.id.rawValue) == (11...20).map(String.init) && second.hasNext)
        let third = try await service.users(ListQuery(page: 3), .fresh).value().value
        #expect(third.users.count == 5 && !third.hasNext)
        #expect(try await service.users(ListQuery(page: 4), .fresh).value().value.users == [])
        for page in [0, -1, Int.max] {
            let error = await failure {
                _ = try await service.users(ListQuery(page: page), .cached()).value()
            }
            #expect(error?.errorCode == .usage)
        }
    }

    @Test func `pages that lead in a circle end`() async throws {
        let profile = PagedServer.profile.replacing(
            #""kind":"page""#, with: #""kind":"nextPath","path":"next""#)
        let world = World(
            server: StubTransport { request in
                let next = request.url.query?.contains("page=2") == true ? 3 : 2
                return HTTPResponse(
                    status: 200,
                    text: "{\"people\":[{\"id\":\(next)}],\"next\":\"/people?page=\(next)\"}")
            })
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let error = await failure { _ = try await service.sync(full: false).value() }
        #expect(error?.errorCode == .badAnswer)
    }
}

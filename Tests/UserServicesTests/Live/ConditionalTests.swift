import FoundationEssentials
import SluiceFlow
import SluiceHTTP
import SluiceStore
import Testing
import Users

@testable import UserServices

/// P8: what hasn't changed isn't sent again.
@Suite struct `Conditional requests` {
    private let server = TaggedServer(10)

    private func world() throws -> World {
        let world = World(server: server.transport)
        try write(TaggedServer.profile, world)
        return world
    }

    private func write(_ profile: String, _ world: World) throws {
        try SmallFile.replace(world.paths.profiles + "/tagged.json", with: Array(profile.utf8))
    }

    private func ids(_ service: any UserService, _ query: ListQuery) async throws -> [String] {
        try await service.users(query, .fresh).value().value.users.map(\.id.rawValue)
    }

    @Test func `P8: a second browse of an unchanged directory transfers 304s only`() async throws {
        let world = try world()
        let everyone = (1...10).map(String.init)
        let service = try await world.service("tagged")
        #expect(try await service.sync(full: true).value().inserted == 10)
        #expect(server.takeAnswers().filter { $0.contains(" 200 ") }.count == 4)
        // Another run of the program: all that it knows is in the file.
        let again = try await world.service("tagged")
        #expect(try await again.sync(full: true).value() == SyncReport(unchanged: 10))
        #expect(
            server.takeAnswers() == [
                "HEAD /people 304 0", "GET /people?size=4 304 0",
                "GET /people?size=4&_token=p2 304 0", "GET /people?size=4&_token=p3 304 0",
            ])
        #expect(try await again.status().value().totalUsers == 10)
        for _ in 0..<2 {
            #expect(try await ids(again, ListQuery(all: true)) == everyone)
            #expect(server.takeAnswers() == ["GET /people?size=4&since=1004 304 0"])
        }
        server.remove(4)
        server.rename(5, "else")
        let rest = try await again.users(ListQuery(all: true), .fresh).value().value.users
        #expect(rest.count == 9 && rest.contains { $0.username == "else" })
        #expect(server.takeAnswers().first?.contains(" 200 ") == true)
    }

    @Test func `P8: pages, a person and a search are asked for again by their tags`() async throws {
        let world = try world()
        let service = try await world.service("tagged")
        for isAgain in [false, true] {
            let second = try await service.users(ListQuery(page: 2), .fresh).value()
            #expect(second.source == .server && second.age == 0)
            #expect(second.value.users.map(\.username) == (5...8).map { "user\($0)" })
            #expect(second.value.hasNext)
            let third = try await service.users(ListQuery(page: 3), .fresh).value()
            #expect(third.value.users.map(\.id) == ["9", "10"] && !third.value.hasNext)
            let person = try await service.user("7", .fresh).value()
            #expect(person.source == .server && person.value.username == "user7")
            let found = try await service.search(SearchQuery("user1"), .fresh).value()
            #expect(found.value.map(\.id) == ["1", "10"])
            let answers = server.takeAnswers()
            #expect(answers.count == 7)
            // The third page is walked to by those before it, of which one was there.
            #expect(answers.filter { $0.hasSuffix(" 304 0") }.count == (isAgain ? 7 : 2))
            world.pass(milliseconds: 60_000)
        }
    }

    @Test func `P8: what has changed comes, and only that`() async throws {
        let world = try world()
        let service = try await world.service("tagged")
        _ = try await service.sync(full: true).value()
        _ = try await service.user("3", .fresh).value()
        _ = try await service.user("4", .fresh).value()
        server.rename(3, "else")
        _ = server.takeAnswers()
        #expect(try await service.user("4", .fresh).value().value.username == "user4")
        #expect(try await service.user("3", .fresh).value().value.username == "else")
        #expect(server.takeAnswers().map { $0.contains(" 304 ") } == [true, false])
        #expect(try await service.sync(full: true).value() == SyncReport(unchanged: 10))
        #expect(!server.takeAnswers().contains { $0.contains(" 304 ") })
    }

    @Test func `P8: an answer isn't used whose people another call has changed since`()
        async throws
    {
        let world = try world()
        let service = try await world.service("tagged")
        _ = try await service.users(ListQuery(), .fresh).value()
        // The list is as it was, and the cache isn't: as by a call that went to another replica.
        server.change { state in state.people[2]?.name = "else" }
        _ = try await service.user("2", .fresh).value()
        server.change { state in state.people[2]?.name = "user2" }
        _ = server.takeAnswers()
        let page = try await service.users(ListQuery(), .fresh).value().value
        #expect(page.users.map(\.username) == (1...4).map { "user\($0)" })
        #expect(server.takeAnswers().allSatisfy { $0.contains(" 200 ") })
    }

    @Test func `P8: an answer isn't used that was read by another text of the profile`()
        async throws
    {
        let world = try world()
        _ = try await world.service("tagged").user("2", .fresh).value()
        try write(
            TaggedServer.profile.replacing(
                #""username":"login""#, with: #""username":"at""#), world)
        _ = server.takeAnswers()
        let user = try await world.service("tagged").user("2", .fresh).value().value
        #expect(user.username == "1002")
        #expect(server.takeAnswers().allSatisfy { $0.contains(" 200 ") })
    }

    @Test
    func `P8: a person who is gone is gone, and somebody new with the id is asked for plainly`()
        async throws
    {
        let world = try world()
        let service = try await world.service("tagged")
        _ = try await service.user("2", .fresh).value()
        let old = try #require(server.person(2))
        server.remove(2)
        let error = await failure { _ = try await service.user("2", .fresh).value() }
        #expect(error?.errorCode == .notFound)
        server.change { state in state.people[2] = old }
        #expect(try await service.user("2", .fresh).value().value.username == "user2")
        #expect(server.takeAnswers().last?.contains(" 200 ") == true)
    }

    @Test func `P8: a 304 that nobody asked for is an error, and nothing is made of it`()
        async throws
    {
        let world = try world()
        let service = try await world.service("tagged")
        server.change { $0.fixed = HTTPResponse(status: 304) }
        let error = await failure { _ = try await service.user("2", .fresh).value() }
        #expect(error?.errorCode == .badStatus && error?.status == 304)
    }

    @Test func `P8: without the profile's word no tag is kept or sent`() async throws {
        let world = try world()
        let profile = TaggedServer.profile.replacing(#""etags":true,"#, with: "")
            .replacing(#","etagOfAll":true"#, with: "")
        try write(profile, world)
        let service = try await world.service("tagged")
        for _ in 0..<2 { _ = try await service.user("2", .fresh).value() }
        #expect(server.takeAnswers().allSatisfy { $0.contains(" 200 ") })
    }

    @Test
    func `S1: what is kept of answers holds no body, goes at the logout, and is one account's`()
        async throws
    {
        let world = try world()
        let service = try await world.service("tagged")
        _ = try await service.user("2", .fresh).value()
        _ = server.takeAnswers()
        _ = try await service.login(Credentials(name: "ana", password: "hunter2secret")).value()
        #expect(server.takeAnswers().count == 1)
        for _ in 0..<2 { _ = try await service.user("2", .fresh).value() }
        #expect(server.takeAnswers().map { $0.contains(" 304 ") } == [false, true])
        let bytes = try world.cacheBytes()
        for secret in ["hash-of-it", "hunter2secret", TaggedServer.token, "\"secret\""] {
            #expect(!bytes.contains(secret))
        }
        let fields = try world.rows("SELECT cache FROM cached_value ORDER BY cache")
        #expect(
            fields == [
                "response https://tagged.example ", "response https://tagged.example ana",
            ])
        _ = try await service.logout(.cached()).value()
        #expect(
            try world.rows("SELECT cache FROM cached_value")
                == ["response https://tagged.example "])
    }

    @Test func `S6: an answer that comes after the logout is not kept`() async throws {
        let world = try world()
        let service = try await world.service("tagged")
        _ = try await service.login(Credentials(name: "ana", password: "x")).value()
        let cache = UserCache(
            try UserCache.openStore(.file(world.paths.cacheFile)),
            server: "https://tagged.example", account: "ana")
        let kept = KeptAnswers(cache: cache, profile: "p", now: { 1 })
        let client = APIClient(
            try #require(HTTPURL("https://tagged.example")), transport: server.transport)
        let place = try #require(kept.place(of: client.get("/people"), delivering: [.username]))
        try await cache.purge()
        await kept.keep(
            PeopleAnswer(
                list: UserList(), facts: PageFacts(count: 0), validators: Validators(etag: "1")),
            at: place)
        #expect(await kept.answer(at: place) == nil)
        #expect(try world.rows("SELECT cache FROM cached_value") == [])
    }
}

extension World {
    /// All that the cache's file and its log hold, as text.
    fileprivate func cacheBytes() throws -> String {
        let files = [paths.cacheFile, paths.cacheFile + "-wal"]
        return String(decoding: try files.flatMap { try SmallFile.read($0) }, as: UTF8.self)
    }

    /// The first column of a query's rows in the cache's file.
    fileprivate func rows(_ sql: SQL) throws -> [String] {
        try UserCache.openStore(.file(paths.cacheFile)).read { db throws(StoreError) in
            var rows: [String] = []
            try db.each(sql) { rows.append($0.text(0)) }
            return rows
        }
    }
}

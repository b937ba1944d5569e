import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// What an answer, or none, is taken to mean, and how it is said.
@Suite struct `Meaning of answers` {
    private let server = PagedServer(Array(1...35))

    private func world() throws -> World {
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        return world
    }

    @Test func `of an API that only lists people nobody is said not to be there unasked`()
        async throws
    {
        let world = World(server: server.transport)
        let profile = PagedServer.profile.replacing(#""detail":{"path":"/people/{id}"},"#, with: "")
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let unknown = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(unknown?.errorCode == .notCached)
        #expect(unknown?.hint?.contains("sluice sync") == true)
        _ = try await service.sync(full: false).value()
        world.pass(milliseconds: 400_000)
        let known = try await service.user("7", .cached()).value()
        #expect(known.source == .stale && known.value.id == "7")
        let gone = await failure { _ = try await service.user("99", .cached()).value() }
        #expect(gone?.errorCode == .notFound)
        // Who must not answer from the cache has nobody to ask.
        for who in ["7", "99"] {
            let unasked = await failure { _ = try await service.user(who, .fresh).value() }
            #expect(unasked?.errorCode == .notCached)
            #expect(unasked?.message.contains("only lists people") == true)
        }
    }

    @Test func `an empty cache that is searched says how it is filled`() async throws {
        let world = World(server: server.transport)
        let profile = PagedServer.profile.replacing(#""detail":{"path":"/people/{id}"},"#, with: "")
        try SmallFile.replace(world.paths.profiles + "/paged.json", with: Array(profile.utf8))
        let service = try await world.service("paged")
        let found = try await service.search(SearchQuery("an"), .offline).value()
        #expect(found.value.isEmpty)
        #expect(found.notices == ["The cache is empty; `sluice sync` fetches everyone"])
    }

    @Test func `C5: only a person can be not found: a 404 of another call is the base URL's fault`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        server.change { $0.status = 404 }
        let calls: [() async throws -> Void] = [
            { _ = try await service.users(ListQuery(), .fresh).value() },
            { _ = try await service.sync(full: false).value() },
        ]
        for call in calls {
            let error = await failure(call)
            #expect(error?.errorCode == .badStatus && error?.kind == .server)
            #expect(error?.hint == "Check the base URL; `sluice status` shows it.")
        }
        let sample = World(server: server.transport)
        let moved = try await sample.open(
            DirectoryChoice(profile: "sample", baseURL: "https://paged.example/wrong")
        ).service
        for call in [
            { _ = try await moved.search(SearchQuery("an"), .fresh).value() },
            { _ = try await moved.login(Credentials(name: "demo", password: "demo")).value() },
            { _ = try await moved.whoAmI(.fresh).value() },
            // Who is no number is searched for, and found by nobody.
            { _ = try await moved.user("ana", .fresh).value() },
        ] as [() async throws -> Void] {
            #expect(await failure(call)?.errorCode == .badStatus)
        }
        #expect(
            await failure { _ = try await service.user("7", .fresh).value() }?.errorCode
                == .notFound)
    }

    @Test func `P10: a list in which nothing can be read is a bad answer, and no empty one`()
        async throws
    {
        let text = Mutex(#"{"people":[{"nam":"a"},{"nam":"b"}],"total":2}"#)
        let world = World(
            server: StubTransport { _ in
                HTTPResponse(status: 200, text: text.withLock { $0 })
            })
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        let service = try await world.service("paged")
        for call in [
            { _ = try await service.users(ListQuery(), .cached()).value() },
            { _ = try await service.sync(full: false).value() },
            { _ = try await service.users(ListQuery(all: true), .cached()).value() },
        ] as [() async throws -> Void] {
            let error = await failure(call)
            #expect(error?.errorCode == .badAnswer)
            #expect(
                error?.message.contains("people[0].id: missing") == true, "\(error?.message ?? "")")
        }
        text.withLock { $0 = #"{"people":[],"total":0}"# }
        #expect(try await service.users(ListQuery(), .cached()).value().value.users == [])
        text.withLock { $0 = #"{"people":[{"nam":"a"},{"id":1}],"total":2}"# }
        #expect(try await service.sync(full: false).value().skipped.count == 1)
    }

    @Test func `what is said of a word is short, however long the word`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        let word = String(repeating: "x", count: 5_000)
        for freshness in [Freshness.offline, .fresh] {
            let error = await failure { _ = try await service.user(word, freshness).value() }
            #expect(error?.message.contains("“" + String(repeating: "x", count: 79) + "…”") == true)
            #expect(error?.message.count ?? 0 < 300)
        }
        let found = await failure {
            let sample = try await world.service("sample", baseURL: "sample:?fault=html")
            _ = try await sample.search(SearchQuery(word), .fresh).value()
        }
        #expect(found?.message.count ?? 0 < 400, "\(found?.message ?? "")")
        let offline = await failure { _ = try await service.user("7x", .offline).value() }
        #expect(offline?.message == "“7x” is not in the cache, and offline was asked for")
    }

    @Test func `whether someone is active can be asked for as it is shown`() async throws {
        let service = try await world().service("sample")
        _ = try await service.sync(full: false).value()
        func count(_ text: String) async throws -> Int {
            let query = ListQuery(all: true, conditions: [.init(field: "isActive", text: text)])
            return try await service.users(query, .offline).value().value.users.count
        }
        #expect(try await count("no") == 58)
        #expect(try await count("Yes") == 942)
        #expect(try await count("false") == 58)
    }
}

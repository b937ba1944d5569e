import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// A server that tells what changed since a time, and who was removed.
private final class ChangingServer: Sendable {
    struct State: Sendable {
        /// Names, and when they changed; no name is a tombstone.
        var people: [Int: (name: String?, time: Int64)] = [:]
        var time: Int64 = 1000
        var requests: [String] = []
        /// Times before this one are forgotten.
        var oldest: Int64 = 0
        var beforePage: (@Sendable (Int, inout State) -> Void)?

        mutating func set(_ id: Int, _ name: String?) {
            time += 1
            people[id] = (name, time)
        }
    }
    let state = Mutex(State())

    init(_ count: Int) {
        state.withLock { state in for id in 1...count { state.set(id, "user\(id)") } }
    }

    func change(_ edit: @Sendable (inout State) -> Void) { state.withLock { edit(&$0) } }
    var requests: [String] { state.withLock { $0.requests } }

    var transport: StubTransport {
        StubTransport { request throws(RequestError) in
            self.state.withLock { Self.answer(request, &$0) }
        }
    }

    private static func answer(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
        let query = SampleQuery(request.url.query)
        let page = Int(query["page"] ?? "") ?? 1
        let hook = state.beforePage
        hook?(page, &state)
        state.requests.append(request.url.query ?? "")
        let since = query["since"].flatMap { Int64($0) }
        if let since, since < state.oldest { return HTTPResponse(status: 400, text: "{}") }
        // Those who changed last come first, as a server that knows of changes may have it.
        let found = state.people
            .filter { since == nil ? $0.value.name != nil : $0.value.time > since ?? 0 }
            .sorted { $0.value.time > $1.value.time }
        let items = found.dropFirst((page - 1) * 10).prefix(10).map { id, person in
            person.name.map { "{\"id\":\(id),\"login\":\"\($0)\",\"time\":\(person.time)}" }
                ?? "{\"id\":\(id),\"time\":\(person.time),\"gone\":true}"
        }
        return HTTPResponse(
            status: 200,
            text: "{\"people\":[\(items.joined(separator: ","))],\"total\":\(found.count)}")
    }

    static let profile = #"""
        {"name":"changing","title":"t","verified":true,"baseURL":"https://changing.example",
         "list":{"path":"/people","items":"people","total":{"path":"total"},
                 "paging":{"kind":"page","sizeParameter":"size","size":10,"sizeLimit":10}},
         "delta":{"parameter":"since","tombstone":{"path":"gone"}},"dates":"milliseconds",
         "fields":{"id":"id","username":"login","updatedAt":"time"},"ids":"number"}
        """#
}

@Suite struct `Delta` {
    private let server = ChangingServer(25)
    private let world: World

    init() throws {
        world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/changing.json", with: Array(ChangingServer.profile.utf8))
    }

    private func names(_ service: any UserService) async throws -> [String: String?] {
        let users = try await service.users(ListQuery(all: true), .offline).value().value.users
        return Dictionary(users.map { ($0.id.rawValue, $0.username) }) { $1 }
    }

    private func expectWhole(_ service: any UserService) async throws {
        let people = server.state.withLock { $0.people }
        let there = people.filter { $0.value.name != nil }
        #expect(
            try await names(service)
                == Dictionary(uniqueKeysWithValues: there.map { ("\($0.key)", $0.value.name) }))
        #expect(try await service.status().value().totalUsers == there.count)
    }

    @Test func `a sync after the first asks for changes only, and counts them exactly`()
        async throws
    {
        let service = try await world.service("changing")
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 25))
        server.change {
            $0.requests = []
            $0.set(7, "other")
            $0.set(26, "new")
            $0.set(3, nil)
        }
        let report = try await service.sync(full: false).value()
        #expect(report == SyncReport(inserted: 1, changed: 1, removed: 1))
        #expect(server.requests == ["page=1&size=10&since=1025"])
        try await expectWhole(service)
        // And the next one from there.
        server.change { $0.requests = [] }
        #expect(try await service.sync(full: false).value() == SyncReport())
        #expect(server.requests == ["page=1&size=10&since=1028"])
        // A full one asks for everyone.
        server.change { $0.requests = [] }
        #expect(try await service.sync(full: true).value() == SyncReport(unchanged: 25))
        #expect(server.requests.first == "page=1&size=10")
    }

    /// A tombstone that the server forgot, a server that was restored from a copy: changes alone never tell.
    @Test func `a week after the last full sync everyone is asked for, whatever came between`()
        async throws
    {
        let service = try await world.service("changing")
        _ = try await service.sync(full: false).value()
        server.change { $0.people[3] = nil }  // gone without a tombstone
        let day: Int64 = 86_400_000
        for _ in 0..<6 {
            world.pass(milliseconds: day)
            #expect(try await service.sync(full: false).value() == SyncReport())
        }
        #expect(try await names(service)["3"] != nil)
        world.pass(milliseconds: day)
        server.change { $0.requests = [] }
        _ = try await service.sync(full: false).value()
        #expect(server.requests.first == "page=1&size=10")
        // Whom one full sync doesn't see the next one removes, since this server has no call for one person.
        _ = try await service.sync(full: false).value()
        try await expectWhole(service)
        // And a clock that was set back is no reason to trust changes alone.
        world.pass(milliseconds: -10 * day)
        server.change { $0.requests = [] }
        _ = try await service.sync(full: false).value()
        #expect(server.requests.first == "page=1&size=10")
    }

    @Test func `a change that falls between two pages comes with the next sync`() async throws {
        let service = try await world.service("changing")
        server.change {
            $0.beforePage = { page, state in
                if page == 2 { state.set(25, "changed meanwhile") }
            }
        }
        _ = try await service.sync(full: false).value()
        server.change { $0.beforePage = nil }
        _ = try await service.sync(full: false).value()
        try await expectWhole(service)
    }

    @Test func `many changes are several pages, and cut off they are asked for again`()
        async throws
    {
        let service = try await world.service("changing")
        _ = try await service.sync(full: false).value()
        server.change { state in
            for id in 1...24 { state.set(id, id % 4 == 0 ? nil : "new\(id)") }
            state.beforePage = { page, state in if page == 2 { state.oldest = .max } }
        }
        // The server forgets the time in the midst of it: everyone is fetched.
        let report = try await service.sync(full: false).value()
        #expect(server.requests.contains("page=2&size=10"))
        server.change {
            $0.beforePage = nil
            $0.oldest = 0
        }
        #expect(report.skipped == [])
        _ = try await service.sync(full: false).value()
        let people = try await names(service)
        #expect(people["1"] == "new1")
        #expect(people["25"] == "user25")
    }

    @Test(arguments: 1...40)
    func `S6: whatever changes while it is read, two quiet syncs later the cache is the same`(
        seed: UInt64
    ) async throws {
        let service = try await world.service("changing")
        let numbers = Mutex(SeededNumbers(seed: seed))
        for _ in 0..<4 {
            server.change { state in
                state.beforePage = { _, state in
                    numbers.withLock { numbers in
                        for _ in 0..<Int.random(in: 0...3, using: &numbers) {
                            let id = Int.random(in: 1...40, using: &numbers)
                            let isGone = Int.random(in: 0..<3, using: &numbers) == 0
                            state.set(id, isGone ? nil : "name\(state.time)")
                        }
                    }
                }
            }
            _ = try await service.sync(full: false).value()
            server.change { $0.beforePage = nil }
            for _ in 0..<2 { _ = try await service.sync(full: false).value() }
            let people = server.state.withLock { $0.people.filter { $0.value.name != nil } }
            let cached = try await names(service)
            for (id, person) in people { #expect(cached["\(id)"] == person.name) }
            #expect(cached.count == people.count)
        }
    }
}

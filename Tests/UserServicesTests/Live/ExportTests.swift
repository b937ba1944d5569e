import SluiceFlow
import SluiceHTTP
import SluiceStore
import Synchronization
import Testing
import Users

@testable import UserServices

/// Keeps what is exported, and how it ended.
final class KeptExport: ExportTarget {
    struct State: Equatable {
        var batches: [Int] = []
        var ids: [String] = []
        var end: String?
    }
    let state = Mutex(State())
    /// After how many people nobody takes any more, or the target fails.
    let limit: Int
    let error: ServiceError?

    /// Many more than there are is the usual limit: an export that never came to its end would fill the memory.
    init(limit: Int = 1_000, error: ServiceError? = nil) {
        self.limit = limit
        self.error = error
    }

    func write(_ users: [User]) throws(ServiceError) -> Bool {
        let count = state.withLock { state in
            state.batches.append(users.count)
            state.ids += users.map(\.id.rawValue)
            return state.ids.count
        }
        guard count > limit else { return true }
        if let error { throw error }
        return false
    }
    func complete() throws(ServiceError) { state.withLock { $0.end = "complete" } }
    func discard() { state.withLock { $0.end = "discarded" } }
}

@Suite struct `Export` {
    private let server = PagedServer(Array(1...35))

    private func service() async throws -> any UserService {
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        return try await world.service("paged")
    }

    private func export(
        _ service: any UserService, _ query: ListQuery = ListQuery(all: true),
        _ freshness: Freshness = .cached(), to target: KeptExport = KeptExport()
    ) async throws -> (report: Answer<ExportReport>, kept: KeptExport.State) {
        let report = try await service.export(
            ExportRequest(Read(query, freshness), to: target)
        ).value()
        return (report, target.state.withLock { $0 })
    }

    @Test func `everyone is fetched when the cache isn't complete, then read from it`() async throws
    {
        let service = try await service()
        let first = try await export(service)
        #expect(first.report.value.people == 35)
        #expect(first.report.source == .server)
        #expect(first.kept.ids == (1...35).map(String.init))
        #expect(first.kept.end == "complete")
        server.change { $0.requests = [] }
        let second = try await export(service)
        #expect(second.report.source == .cache)
        #expect(server.requests == [])
    }

    @Test func `P8: unreachable, what is cached is exported, with its age and its gaps`()
        async throws
    {
        let service = try await service()
        server.change { $0.faults = [3: .timedOut] }
        _ = await failure { _ = try await service.sync(full: false).value() }
        server.change { $0.isOffline = true }
        let (report, kept) = try await export(service)
        #expect(report.source == .stale)
        #expect(report.notices.first?.contains("20 of 35") == true)
        #expect(kept.ids.count == 20)
        let nothing = KeptExport()
        let error = await failure {
            _ = try await export(service, .init(all: true), .fresh, to: nothing)
        }
        #expect(error?.errorCode == .unreachable)
        #expect(nothing.state.withLock { $0 } == .init(end: "discarded"))
    }

    @Test func `everyone comes in the server's order, page by page, whoever was cached before`()
        async throws
    {
        let service = try await service()
        _ = try await service.user("17", .fresh).value()
        _ = try await service.user("5", .fresh).value()
        let kept = try await export(service).kept
        #expect(kept.ids == (1...35).map(String.init))
        #expect(kept.batches == [10, 10, 10, 5])
        let list = try await service.users(ListQuery(all: true), .fresh).value()
        #expect(list.value.users.map(\.id.rawValue) == (1...35).map(String.init))
        let some = ListQuery(all: true, conditions: [.init(field: "username", text: "7")])
        #expect(try await export(service, some, .fresh).kept.ids == ["7", "17", "27"])
    }

    @Test func `P9: an export goes on with a sync that was cut off, and leaves nobody out`()
        async throws
    {
        let service = try await service()
        server.change { $0.faults = [3: .timedOut] }
        _ = await failure { _ = try await service.sync(full: false).value() }
        server.change { $0.requests = [] }
        let kept = try await export(service).kept
        #expect(kept.ids == (1...35).map(String.init))
        #expect(kept.batches == [20, 10, 5])
        #expect(server.requests == ["/people?page=3&size=10", "/people?page=4&size=10"])
    }

    @Test func `P8: where the server fails on the way, the cache gives whoever is missing`()
        async throws
    {
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        world.pass(milliseconds: 86_400_000)
        server.change {
            $0.ids.insert(99, at: 0)
            $0.faults = [3: .timedOut]
        }
        let (report, kept) = try await export(service)
        #expect(report.source == .stale)
        #expect(kept.ids == (["99"] + (1...35).map(String.init)))
        server.change { $0.faults = [4: .timedOut] }
        let rows = KeptExport()
        let error = await failure {
            _ = try await export(service, .init(all: true), .fresh, to: rows)
        }
        #expect(error?.errorCode == .timedOut)
        // The rows so far stand.
        #expect(rows.state.withLock { $0.ids.count } == 30)
    }

    @Test func `conditions hold, and a field that doesn't exist is a usage error`() async throws {
        let service = try await service()
        var query = ListQuery(all: true, conditions: [.init(field: "username", text: "USER1")])
        #expect(try await export(service, query).kept.ids.count == 11)
        query.conditions = [.init(field: "shoe", text: "9")]
        let error = await failure { _ = try await export(service, query) }
        #expect(error?.errorCode == .usage)
    }

    @Test func `a target that fails is discarded, and one that takes no more ends the export`()
        async throws
    {
        let service = try await service()
        let full = KeptExport(limit: 0, error: ServiceError(.storage, "full"))
        #expect(
            await failure { _ = try await export(service, to: full) }?.errorCode == .storage)
        #expect(full.state.withLock { $0.end } == "discarded")
        let closed = KeptExport(limit: 0)
        #expect(try await export(service, to: closed).kept.end == "complete")
    }

    @Test
    func `a large cache is written in small parts, each person once, also while it is changed`()
        async throws
    {
        let fixture = try CacheFixture(.file)
        try await fixture.upsert((1...2500).map { someone($0) })
        var ids: [String] = []
        var place: Int64?
        var sizes: [Int] = []
        // Three, and an empty one: more would be a walk in a circle.
        while sizes.count < 5 {
            let batch = try await fixture.cache.batch(.init(), after: place, limit: 1000)
            if batch.users.isEmpty { break }
            sizes.append(batch.users.count)
            ids += batch.users.map(\.id.rawValue)
            place = batch.last
            let ticket = try fixture.cache.ticket()
            _ = try await fixture.cache.remove(id: User.ID("\(sizes.count)"), ticket: ticket)
            try await fixture.upsert([someone(1500, "Other Name")])
        }
        #expect(sizes == [1000, 1000, 500])
        #expect(Set(ids).count == 2500)
    }
}

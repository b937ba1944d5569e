import SluiceFlow
import SluiceHTTP
import SluiceStore
import Synchronization
import Testing
import Users

@testable import UserServices

/// S11 from the top: changes are told, whoever wrote them.
@Suite struct `Watch` {
    private let server = PagedServer(Array(1...12))
    private let world: World

    init() throws {
        // Looks at the cache are paced by the clock.
        world = World(server: server.transport, clock: ContinuousClock())
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
    }

    /// Events as they come.
    @MainActor private final class Told {
        let stream: AsyncStream<WatchEvent>
        private let continuation: AsyncStream<WatchEvent>.Continuation
        init() { (stream, continuation) = AsyncStream.makeStream() }
        func add(_ event: WatchEvent) { continuation.yield(event) }
        /// Nothing more is told: who waits for the next event gets none.
        func end() { continuation.finish() }
    }

    private func text(_ event: WatchEvent?) -> String {
        switch event {
        case .began(let people): "began \(people)"
        case .change(let change):
            "\(change.kind) \(change.user.id) \(change.user.username ?? "-")"
        case .trouble(let error): "trouble \(error.code)"
        case nil: "ended"
        }
    }

    @Test(.timeLimit(.minutes(1))) @MainActor
    func `S11: everyone's changes are told, also those another process writes`() async throws {
        let mine = try await world.service("paged")
        _ = try await mine.sync(full: false).value()
        let told = Told()
        let watch = Task { try await mine.watch(WatchQuery()) { told.add($0) }.value() }
        var events = told.stream.makeAsyncIterator()
        #expect(text(await events.next()) == "began 12")

        // As another process has it: directories, and so a store, of its own.
        let theirs = try await world.service("paged")
        server.change { $0.ids.append(13) }
        _ = try await theirs.sync(full: true).value()
        #expect(text(await events.next()) == "inserted 13 user13")
        server.change { $0.ids.removeAll { $0 == 13 } }
        _ = await failure { _ = try await theirs.user("13", .fresh).value() }
        #expect(text(await events.next()) == "removed 13 -")
        watch.cancel()
        #expect(await failure { try await watch.value }?.errorCode == .cancelled)
    }

    @Test(.timeLimit(.minutes(1))) @MainActor
    func `S11: of one person only their own changes are told`() async throws {
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        let told = Told()
        let watch = Task {
            try await service.watch(WatchQuery(who: "user7")) { told.add($0) }.value()
        }
        defer { watch.cancel() }
        var events = told.stream.makeAsyncIterator()
        #expect(text(await events.next()) == "began 1")
        server.change { $0.ids.removeAll { $0 == 6 || $0 == 7 } }
        for id in ["6", "7"] {
            _ = await failure { _ = try await service.user(id, .fresh).value() }
        }
        #expect(text(await events.next()) == "removed 7 -")
        let nobody = await failure {
            try await service.watch(WatchQuery(who: "nobody")) { _ in }.value()
        }
        #expect(nobody?.errorCode == .notCached)
    }

    @Test(.timeLimit(.minutes(1))) @MainActor
    func `the server is asked every so often, a trouble told once, and a refusal ends it`()
        async throws
    {
        let service = try await world.service("paged")
        let told = Told()
        let watch = Task {
            defer { told.end() }
            try await service.watch(WatchQuery(interval: 50)) { told.add($0) }.value()
        }
        defer { watch.cancel() }
        var events = told.stream.makeAsyncIterator()
        // A cache that never was complete is filled first, and that is no news.
        #expect(text(await events.next()) == "began 12")
        server.change { $0.ids.append(99) }
        #expect(text(await events.next()) == "inserted 99 user99")
        server.change { $0.isOffline = true }
        #expect(text(await events.next()) == "trouble unreachable")
        server.change {
            $0.isOffline = false
            $0.ids.append(100)
        }
        #expect(text(await events.next()) == "inserted 100 user100")
        server.change { $0.status = 403 }
        // A refusal taken for a trouble would be told, and the watch go on for ever.
        #expect(text(await events.next()) == "ended")
        watch.cancel()
        #expect(await failure { try await watch.value }?.errorCode == .forbidden)
    }

    private func watch(
        _ service: any UserService, _ query: WatchQuery, _ told: Told
    ) -> Task<Void, any Error> {
        Task { @MainActor in
            defer { told.end() }
            try await service.watch(query) { told.add($0) }.value()
        }
    }

    /// In an hour, so that whatever is told was asked for at once.
    private let hourly = WatchQuery(interval: 3_600_000)

    @Test(.timeLimit(.minutes(1))) @MainActor
    func `S11: what changed while nobody watched is told at once`() async throws {
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        server.change { $0.ids.append(99) }
        let told = Told()
        let watch = watch(service, hourly, told)
        defer { watch.cancel() }
        var events = told.stream.makeAsyncIterator()
        #expect(text(await events.next()) == "began 12")
        #expect(text(await events.next()) == "inserted 99 user99")
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true]) @MainActor
    func `a server that is down when a watch begins is told of at once, and the watch goes on`(
        isPartial: Bool
    ) async throws {
        let service = try await world.service("paged")
        if isPartial {
            _ = try await service.user("7", .fresh).value()
        } else {
            _ = try await service.sync(full: false).value()
        }
        server.change { $0.isOffline = true }
        let told = Told()
        let watch = watch(service, hourly, told)
        defer { watch.cancel() }
        var events = told.stream.makeAsyncIterator()
        #expect(text(await events.next()) == "began \(isPartial ? 1 : 12)")
        #expect(text(await events.next()) == "trouble unreachable")
    }

    @Test(.timeLimit(.minutes(1))) @MainActor
    func `a person who is cached is watched, whether the server answers or not`() async throws {
        let service = try await world.service("paged")
        _ = try await service.user("7", .fresh).value()
        server.change { $0.isOffline = true }
        world.pass(milliseconds: 3_600_000)
        let told = Told()
        let watch = watch(service, WatchQuery(who: "7", interval: 3_600_000), told)
        defer { watch.cancel() }
        var events = told.stream.makeAsyncIterator()
        #expect(text(await events.next()) == "began 1")
        #expect(text(await events.next()) == "trouble unreachable")
    }

    @Test(arguments: [nil, "7"])
    func `C5: where neither the cache nor the server has anyone, a watch fails as a read does`(
        who: String?
    ) async throws {
        server.change { $0.isOffline = true }
        let service = try await world.service("paged")
        let error = await failure {
            try await service.watch(WatchQuery(who: who, interval: 50)) { _ in }.value()
        }
        #expect(error?.errorCode == .unreachable)
    }

    @Test func `a difference names who came, changed and went, in order`() async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert((1...5).map { someone($0) })
        let before = try await fixture.cache.marks()
        try await fixture.upsert([someone(9), someone(4, "Other"), someone(2), someone(1, "New")])
        // The last number of all is given again: to somebody else.
        let ticket = try fixture.cache.ticket()
        for id in ["9", "5"] { _ = try await fixture.cache.remove(id: User.ID(id), ticket: ticket) }
        try await fixture.upsert([someone(10)])
        let difference = before.difference(to: try await fixture.cache.marks())
        #expect(difference.present.map(\.id.rawValue) == ["1", "4", "10"])
        #expect(difference.present.map(\.kind) == [.changed, .changed, .inserted])
        #expect(difference.removed == ["5"])
        #expect(try await fixture.cache.marks(of: "4").count == 1)
        let same = try await fixture.cache.marks()
        #expect(same.difference(to: try await fixture.cache.marks()).isEmpty)
    }
}

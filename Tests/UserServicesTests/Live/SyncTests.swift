import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import SluiceStore
@testable import UserServices

@Suite struct `Sync` {
    private let server = PagedServer(Array(1...35))

    private func world() throws -> World {
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        return world
    }

    private func cachedIDs(_ service: any UserService) async throws -> [String] {
        try await service.users(ListQuery(all: true), .offline).value().value.users
            .map(\.id.rawValue)
    }

    @Test
    func `S6: goes on where it was cut off, in another process too, with nothing lost or doubled`()
        async throws
    {
        let world = try world()
        server.change { $0.faults = [3: .timedOut] }
        let service = try await world.service("paged")
        let error = await failure { _ = try await service.sync(full: false).value() }
        #expect(error?.errorCode == .timedOut)
        // The pages so far are kept and shown, and the list says so.
        let partial = try await service.users(ListQuery(all: true), .offline).value()
        #expect(partial.value.users.count == 20)
        #expect(
            partial.notices
                == ["The cache is incomplete, a sync was not finished: 20 of 35 people"])
        let status = try await service.status().value()
        #expect(status.unfinishedSync == UnfinishedSync(startedAt: 1_800_000_000_000, people: 20))
        #expect(
            status.notices == [
                "A full sync is not finished, 20 of 35 people so far; `sluice sync` goes on with it"
            ])

        server.change { $0.requests = [] }
        let again = try await world.service("paged")
        let report = try await again.sync(full: false).value()
        #expect(server.requests == ["/people?page=3&size=10", "/people?page=4&size=10"])
        var expected = SyncReport(inserted: 15)
        expected.notices = ["This went on with a sync that was cut off after 20 people"]
        #expect(report == expected)
        #expect(try await cachedIDs(again) == (1...35).map(String.init))
        // Everyone is known now: who isn't in the cache wasn't there.
        let nobody = await failure { _ = try await again.user("nobody", .offline).value() }
        #expect(nobody?.errorCode == .notCached)
        #expect(
            nobody?.message
                == "“nobody” is not in the cache, which holds everyone of the last sync: 35 people, and offline was asked for"
        )
        #expect(nobody?.hint == "Ask again online: somebody may have come since.")
    }

    /// Three pages, each with an element that is no person, the first with somebody twice; of the second
    /// `cut` makes a failure, or a page that says there is more and not where.
    @Test(arguments: [
        HTTPResponse.json("{}", 503), .json(#"{"u":[{"b":1},{"id":2}],"next":"","more":true}"#),
    ])
    func `P10: what a sync left out before it was cut off is told when it has ended`(
        cut: HTTPResponse
    ) async throws {
        let isCut = Mutex(true)
        let exchanges = Exchanges { asked in
            switch asked.query["cursor"] {
            case "b": .json(#"{"u":[{"id":3},{"c":1}],"next":""}"#)
            case "a":
                isCut.withLock { $0 } ? cut : .json(#"{"u":[{"b":1},{"id":2}],"next":"b"}"#)
            default: .json(#"{"u":[{"id":1},{"a":1},{"id":1}],"next":"a"}"#)
            }
        }
        let world = World(server: exchanges.transport)
        let profile =
            #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},"list":{"path":"/u","items":"u","paging":{"kind":"cursor","path":"next","more":"more","parameter":"cursor"}}}"#
        let paths = ["u[1].id", "u[2]", "u[0].id", "u[1].id"]
        func sync(full: Bool = false) async throws -> [String] {
            try await world.own("t", profile).sync(full: full).value().skipped.map(\.path)
        }
        for full in [false, false, true] {
            isCut.withLock { $0 = true }
            // Cut off twice: what the first of them left out isn't forgotten by the second.
            for _ in 1...2 { #expect(await failure { _ = try await sync() } != nil) }
            isCut.withLock { $0 = false }
            #expect(try await sync(full: full) == paths)
            #expect(try await sync() == paths)
        }
    }

    @Test func `S6: a sync that fails after a complete one doesn't make the cache incomplete`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        let complete = try await service.status().value()
        #expect(complete.unfinishedSync == nil && complete.notices == [])
        world.pass(milliseconds: 1000)
        server.change { $0.ids.append(36) }
        for full in [true, false] {
            server.change { $0.faults = [2: .timedOut] }
            _ = await failure { _ = try await service.sync(full: full).value() }
            let list = try await service.users(ListQuery(all: true), .offline).value()
            #expect(list.value.users.count == 35 && list.notices == [])
            // The status says so, and what it said before is still true.
            var status = try await service.status().value()
            #expect(
                status.unfinishedSync == UnfinishedSync(startedAt: 1_800_000_001_000, people: 10))
            #expect(
                status.notices == [
                    "A full sync is not finished, 10 of 36 people so far; until `sluice sync` ends "
                        + "it, the cache is complete as of the last one"
                ])
            (status.unfinishedSync, status.notices) = (nil, [])
            (status.totalUsers, status.cacheBytes) = (complete.totalUsers, complete.cacheBytes)
            #expect(status == complete)
        }
        server.change { $0.faults = [:] }
        _ = try await service.sync(full: false).value()
        #expect(try await service.status().value().unfinishedSync == nil)
    }

    @Test func `a full sync begins anew, and so does one whose place the server no longer knows`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        for restart in [true, false] {
            server.change { $0.faults = [2: .timedOut] }
            _ = await failure { _ = try await service.sync(full: true).value() }
            server.change {
                $0.requests = []
                $0.faults = restart ? [:] : [2: .badStatus]
            }
            _ = try await service.sync(full: restart).value()
            let pages = (restart ? [1, 2, 3, 4] : [2, 1, 2, 3, 4])
                .map { "/people?page=\($0)&size=10" }
            #expect(server.requests == pages)
        }
    }

    /// Slack says it with a code, others with a status: the place where a sync was cut off is no more.
    @Test(arguments: [
        HTTPResponse.json(#"{"ok":false,"error":"invalid_cursor"}"#), .json("{}", 400),
        .json("{}", 404), .json("{}", 410), .json("{}", 422),
    ])
    func
        `S6: a place that the server has forgotten is told, and everyone is fetched from the start`(
            refusal: HTTPResponse
        ) async throws
    {
        let ended = Mutex(false)
        let exchanges = Exchanges { asked in
            switch (asked.query["cursor"], ended.withLock { $0 }) {
            case (nil, let isLater):
                .json(#"{"ok":true,"u":[{"id":1},{"id":2}],"next":"\#(isLater ? "b" : "a")"}"#)
            case ("a", false): .json("{}", 503)
            case ("b", _): .json(#"{"ok":true,"u":[{"id":3}],"next":null}"#)
            default: refusal
            }
        }
        let world = World(server: exchanges.transport)
        let service = try await world.own(
            "t",
            #"{"name":"t","baseURL":"https://a.example","fields":{"id":"id"},"envelope":{"code":"error","success":{"true":"ok"}},"list":{"path":"/u","items":"u","paging":{"kind":"cursor","path":"next"}}}"#
        )
        #expect(await failure { _ = try await service.sync(full: false).value() } != nil)
        #expect(try await cachedIDs(service) == ["1", "2"])
        ended.withLock { $0 = true }
        let report = try await service.sync(full: false).value()
        #expect(report.inserted == 1 && report.unchanged == 2 && report.removed == 0)
        #expect(report.notices.count == 1)
        #expect(report.notices.first?.hasPrefix("The sync began anew: the server refused") == true)
        #expect(
            exchanges.lines.suffix(3).map { $0.prefix(18) }
                == ["GET /u?cursor=a", "GET /u", "GET /u?cursor=b"])
        #expect(try await cachedIDs(service) == ["1", "2", "3"])
        #expect(try await service.sync(full: false).value().notices == [])
    }

    /// With numbered pages, one deletion on the server hides someone who exists.
    @Test func `S6: someone hidden by a deletion is confirmed, not removed`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        // Before page 2 is read the first person goes, and the eleventh moves to page 1.
        server.change {
            $0.beforePage = { page, state in if page == 2 { state.ids.removeAll { $0 == 1 } } }
        }
        server.change { $0.requests = [] }
        let report = try await service.sync(full: false).value()
        #expect(server.requests.suffix(1) == ["/people/11"])
        #expect(report.removed == 0)
        #expect(try await cachedIDs(service).contains("11"))
        // The first is unseen for the first time in the next sync: its own request says so.
        server.change { $0.requests = [] }
        #expect(try await service.sync(full: false).value().removed == 1)
        #expect(server.requests.suffix(1) == ["/people/1"])
        #expect(try await !cachedIDs(service).contains("1"))
    }

    @Test
    func `P9: pages that were fetched stay when a later one fails, and a list falls back on them`()
        async throws
    {
        let world = try world()
        let service = try await world.service("paged")
        server.change {
            $0.beforePage = { page, state in if page == 3 { state.isOffline = true } }
        }
        let answer = try await service.users(ListQuery(all: true), .cached()).value()
        #expect(answer.source == .stale)
        #expect(answer.value.users.count == 30)
        #expect(answer.reason?.errorCode == .unreachable)
    }

    @Test func `tells how far it has come`() async throws {
        let service = try await world().service("paged")
        let heard = await Task { @MainActor in
            let tracker = ActivityTracker()
            var heard: [CallProgress] = []
            let watch = tracker.calls.subscribe { calls in heard += calls.compactMap(\.progress) }
            _ = try? await service.sync(full: false).trackActivity(tracker).value()
            _ = watch
            return heard
        }.value
        #expect(heard.map(\.completed) == [10, 20, 30, 35])
        #expect(heard.allSatisfy { $0.total == 35 && $0.unit == "people" })
    }

    @Test func `S1: another profile of a server, or an edited one, shows nobody it didn't read`()
        async throws
    {
        let world = try world()
        func write(_ name: String, _ change: (String, String)) throws {
            let text = PagedServer.profile.replacing("\"paged\"", with: "\"\(name)\"")
                .replacing(change.0, with: change.1)
            try SmallFile.replace("\(world.paths.profiles)/\(name).json", with: Array(text.utf8))
        }
        try write("other", ("\"username\":\"login\"", "\"displayName\":\"login\""))
        let service = try await world.service("paged")
        _ = try await service.sync(full: false).value()
        let other = try await world.service("other")
        let nobody = await failure { _ = try await other.user("7", .offline).value() }
        #expect(nobody?.errorCode == .notCached)
        #expect(try await other.user("7", .cached()).value().value.displayName == "user7")
        #expect(try await service.user("7", .offline).value().value.username == "user7")

        try write("paged", ("\"username\":\"login\"", "\"email\":\"login\""))
        let edited = try await world.service("paged")
        #expect(try await edited.status().value().cachedUsers == 0)
        let user = try await edited.user("7", .cached()).value()
        #expect(user.source == .server)
        #expect(user.value.email == "user7")
        #expect(user.value.username == nil)
    }

    @Test func `a second sync names the process that holds the directory`() async throws {
        let world = try world()
        let path = world.paths.syncLock("https://paged.example", account: "")
        let lock = try FileLock(path)
        #expect(try lock.take())
        let opened = try await world.open(DirectoryChoice(profile: "paged", timeout: 0))
        let error = await failure { _ = try await opened.service.sync(full: false).value() }
        #expect(error?.errorCode == .busy)
        #expect(error?.message.contains("process ") == true)
        lock.release()
        let later = try await world.open(DirectoryChoice(profile: "paged"))
        #expect(try await later.service.sync(full: false).value().inserted == 35)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a sync asks for the next page while it writes one`() async throws {
        let world = try world()
        let service = try await world.service("paged")
        _ = try await service.user("1", .fresh).value()
        // Another process begins to write when page 1 is asked for, and ends when page 2 is: a sync
        // that asked only after it had written would wait for it in vain.
        let other = try Connection(
            opening: world.paths.cacheFile, path: world.paths.cacheFile, options: StoreOptions(),
            counters: StoreCounters())
        server.change {
            $0.beforePage = { page, _ in
                if page == 1 { _ = try? other.run("BEGIN IMMEDIATE") }
                if page == 2 { _ = try? other.run("COMMIT") }
            }
        }
        #expect(try await service.sync(full: false).value().inserted == 34)
    }

    @Test(arguments: 1...4)
    func `S6: cancelled at any page, the next sync makes it whole`(page: Int) async throws {
        let world = try world()
        let service = try await world.service("paged")
        let task = Mutex<Task<Void, any Error>?>(nil)
        server.change {
            $0.beforePage = { number, _ in
                if number == page { task.withLock { $0?.cancel() } }
            }
        }
        let (start, starter) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            // Not before it can be cancelled.
            for await _ in start {}
            _ = try await service.sync(full: false).value()
        }
        task.withLock { $0 = run }
        starter.finish()
        let error = await failure { try await run.value }
        #expect(error == nil || error?.errorCode == .cancelled)
        server.change { $0.beforePage = nil }
        _ = try await service.sync(full: false).value()
        #expect(try await cachedIDs(service) == (1...35).map(String.init))
        #expect(try await service.examineCache().value().isIndexRebuilt == false)
    }
}

import SluiceStore
import Testing
import Users

@testable import UserServices

/// S6: full syncs, page by page.
struct UserCacheSyncTests {
    /// Runs a whole sync over pages, and gives what its last page did.
    private func sync(
        _ fixture: CacheFixture, _ pages: [[User]], now: Int64 = 1
    ) async throws -> SyncPageResult {
        let run = try #require(
            try await fixture.cache.beginSync(ticket: try fixture.cache.ticket(), now: now))
        var last = SyncPageResult()
        for (index, page) in pages.enumerated() {
            last = try await fixture.cache.savePage(
                page, delivering: .all, of: run,
                next: index + 1 < pages.count ? "\(index + 2)" : nil, total: nil, now: now)
        }
        return last
    }

    @Test(arguments: CacheWorld.allCases)
    func `S6: a person whom one sync does not see is asked about, and whom two don't is removed`(
        world: CacheWorld
    ) async throws {
        let fixture = try CacheFixture(world)
        let first = try await sync(fixture, [[someone(1), someone(2)], [someone(3)]])
        #expect(first == SyncPageResult(counts: UpsertCounts(inserted: 1)))
        let second = try await sync(fixture, [[someone(1)], [someone(3)]])
        #expect(second == SyncPageResult(counts: UpsertCounts(unchanged: 1), unconfirmed: ["2"]))
        #expect(try await fixture.ids() == ["1", "2", "3"])
        let third = try await sync(fixture, [[someone(1)], [someone(3)]])
        #expect(third == SyncPageResult(counts: UpsertCounts(unchanged: 1, removed: 1)))
        #expect(try await fixture.ids() == ["1", "3"])
        #expect(try await fixture.cache.search("user2") == [])
        try await fixture.checkIndex()
    }

    @Test func `S6: a person who is seen again after one miss stays`() async throws {
        let fixture = try CacheFixture()
        _ = try await sync(fixture, [[someone(1), someone(2)]])
        #expect(try await sync(fixture, [[someone(1)]]).unconfirmed == ["2"])
        try await fixture.upsert([someone(2)])  // their own GET
        #expect(try await sync(fixture, [[someone(1)]]).unconfirmed == ["2"])
        #expect(try await sync(fixture, [[someone(1), someone(2)]]).unconfirmed == [])
        #expect(try await fixture.ids() == ["1", "2"])
    }

    @Test
    func `S6: a sync that was cut off or begun anew does not count as one that missed someone`()
        async throws
    {
        let fixture = try CacheFixture()
        _ = try await sync(fixture, [[someone(1), someone(2)]])
        for _ in 0..<3 {
            let run = try #require(
                try await fixture.cache.beginSync(
                    ticket: try fixture.cache.ticket(), restart: true, now: 1))
            _ = try await fixture.cache.savePage(
                [someone(1)], delivering: .all, of: run, next: "2", total: nil, now: 1)
        }
        let run = try #require(
            try await fixture.cache.beginSync(
                ticket: try fixture.cache.ticket(), restart: true, now: 1))
        let last = try await fixture.cache.savePage(
            [someone(1)], delivering: .all, of: run, next: nil, total: nil, now: 1)
        #expect(last.unconfirmed == ["2"])
        #expect(last.counts.removed == 0)
    }

    @Test func `S6: killed after any page it goes on there, with nothing lost or doubled`()
        async throws
    {
        let pages = (0..<4).map { page in (0..<5).map { someone(page * 5 + $0) } }
        let fixture = try CacheFixture(.file)
        var total = UpsertCounts()
        for page in 0..<pages.count {
            // A new program each time: another store on the same file, the last one never closed.
            let store = try UserCache.openStore(.file(fixture.path))
            let cache = UserCache(store, server: "https://dir.example", account: "ana")
            let run = try #require(
                try await cache.beginSync(ticket: try cache.ticket(), now: Int64(page)))
            #expect(run.isResumed == (page > 0))
            #expect(run.next == (page == 0 ? nil : "\(page)"))
            let state = try await cache.state()
            #expect(state.isSyncing)
            #expect(state.people == page * 5)
            total += try await cache.savePage(
                pages[page], delivering: .all, of: run,
                next: page + 1 < pages.count ? "\(page + 1)" : nil, total: 20, now: Int64(page)
            ).counts
            try await fixture.checkIndex()
        }
        #expect(total == UpsertCounts(inserted: 20))
        #expect(
            try await fixture.cache.state()
                == UserCacheState(
                    people: 20, total: 20, oldestFetch: 0, completedAt: 3, isSyncing: false))
    }

    @Test func `S6: a page of an older run is not written once a newer one has begun or ended`()
        async throws
    {
        let fixture = try CacheFixture()
        let ticket = try fixture.cache.ticket()
        let old = try #require(try await fixture.cache.beginSync(ticket: ticket, now: 1))
        let new = try #require(
            try await fixture.cache.beginSync(ticket: ticket, restart: true, now: 1))
        func save(_ run: SyncRun) async throws -> UpsertCounts {
            try await fixture.cache.savePage(
                [someone(1)], delivering: .all, of: run, next: nil, total: nil, now: 1
            ).counts
        }
        #expect(try await save(old) == UpsertCounts(discarded: 1))
        #expect(try await save(new) == UpsertCounts(inserted: 1))
        #expect(try await save(new) == UpsertCounts(discarded: 1))
    }

    /// With numbered pages, one deletion on the server hides someone who exists: 508 of 1,000 simulated sweeps removed a living row.
    @Test func `S6: deletions between pages never remove a living person`() async throws {
        var numbers = SeededNumbers(seed: 1)
        let fixture = try CacheFixture()
        var server = (1...60).map { someone($0) }
        var known: Set<String> = []
        for _ in 0..<30 {
            let run = try #require(
                try await fixture.cache.beginSync(ticket: try fixture.cache.ticket(), now: 1))
            var page = 0
            var isLast = false
            while !isLast {
                let people = Array(server.dropFirst(page * 10).prefix(10))
                isLast = people.count < 10
                let result = try await fixture.cache.savePage(
                    people, delivering: .all, of: run, next: isLast ? nil : "\(page + 1)",
                    total: nil, now: 1)
                for id in result.unconfirmed {
                    if let living = server.first(where: { $0.id == id }) {
                        try await fixture.upsert([living])
                    } else {
                        try await fixture.cache.remove(id: id, ticket: try fixture.cache.ticket())
                    }
                }
                page += 1
                if page == 2 {
                    server.remove(at: Int.random(in: 0..<15, using: &numbers))
                }
            }
            let cached = Set(try await fixture.ids())
            #expect(known.intersection(server.map(\.id.rawValue)).isSubset(of: cached))
            known = cached
            if server.count < 25 { break }
        }
        try await fixture.checkIndex()
    }
}

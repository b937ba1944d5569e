import Testing

@testable import SluiceStore

/// S12: values that are kept for a while. Nothing expired, and the cache grew for ever (apollo-ios#261, #398).
struct CacheTests {
    struct Page: Codable, Sendable, Equatable {
        var next: String?
        var ids: [Int]
    }

    let folder = TemporaryFolder()

    private func store(_ world: World) throws -> Store {
        let migrations =
            notes + [Migration(version: 2, sql: Cache<Page>.table, "PRAGMA user_version = 2;")]
        return try Store.open(
            world == .memory ? .memory : .file(folder.database), migrations: migrations,
            options: notesOptions)
    }

    @Test(arguments: World.allCases)
    func `S12: a value comes back as it was, with its time, and the newest wins`(
        world: World
    ) async throws {
        let pages = Cache<Page>(try store(world), named: "page", limits: .init())
        #expect(try pages.value(for: "a", now: 1) == nil)
        for (time, page) in [(1, Page(ids: [1])), (2, Page(next: "b\u{0}\"", ids: []))] {
            try await pages.keep(page, for: "a", now: Int64(time))
            let kept = try pages.value(for: "a", now: 5)
            #expect(kept?.value == page)
            #expect(kept?.storedAt == Int64(time))
        }
        try await pages.remove("a")
        #expect(try pages.value(for: "a", now: 5) == nil)
        #expect(try pages.size() == 0)
    }

    @Test(arguments: World.allCases)
    func `S12: what is too old is not given, and goes with the next write`(
        world: World
    ) async throws {
        let pages = Cache<Page>(try store(world), named: "page", limits: .init(age: 100))
        try await pages.keep(Page(ids: [1]), for: "a", now: 1000)
        #expect(try pages.value(for: "a", now: 1100) != nil)
        #expect(try pages.value(for: "a", now: 1101) == nil)
        let before = try pages.size()
        try await pages.keep(Page(ids: [2]), for: "b", now: 1101)
        #expect(try pages.size() == before)
    }

    @Test func `S12: after the clock was set back nothing from the time to come is given or kept`()
        async throws
    {
        let pages = Cache<Page>(try store(.memory), named: "page", limits: .init(age: 1000))
        try await pages.keep(Page(ids: [1]), for: "a", now: 900_000)
        #expect(try pages.value(for: "a", now: 500) == nil)
        try await pages.keep(Page(ids: [2]), for: "b", now: 500)
        #expect(try pages.value(for: "a", now: 900_000) == nil)
        #expect(try pages.value(for: "b", now: 500) != nil)
    }

    @Test(arguments: World.allCases)
    func `S12: never more bytes than allowed, the oldest go first`(world: World) async throws {
        let pages = Cache<Page>(try store(world), named: "page", limits: .init(bytes: 1000))
        for index in 0..<200 {
            try await pages.keep(
                Page(ids: Array(0..<index % 40)), for: "\(index)", now: Int64(index))
            #expect(try pages.size() <= 1000)
            // The newest is there.
            #expect(try pages.value(for: "\(index)", now: 1000) != nil)
        }
        let kept = try (0..<200).filter { try pages.value(for: "\($0)", now: 1000) != nil }
        #expect(kept == Array((200 - kept.count)..<200))
        try await pages.keep(Page(ids: Array(0..<1000)), for: "huge", now: 1000)
        #expect(try pages.value(for: "huge", now: 1000) == nil)
    }

    @Test func `S12: caches of one file don't see each other`() async throws {
        let store = try store(.memory)
        let one = Cache<Page>(store, named: "one", limits: .init())
        let other = Cache<Page>(store, named: "other", limits: .init())
        try await one.keep(Page(ids: [1]), for: "a", now: 1)
        #expect(try other.value(for: "a", now: 1) == nil)
        try await other.removeAll()
        #expect(try one.value(for: "a", now: 1) != nil)
    }

    @Test func `a value that is damaged or of another type is as good as none`() async throws {
        let store = try store(.memory)
        let pages = Cache<Page>(store, named: "page", limits: .init())
        let texts = Cache<String>(store, named: "page", limits: .init())
        try await texts.keep("not a page", for: "a", now: 1)
        #expect(try pages.value(for: "a", now: 1) == nil)
        try await pages.keep(Page(ids: [12]), for: "b", now: 1)
        try await store.write { db throws(StoreError) in
            try db.run("UPDATE cached_value SET value = replace(value, '12', '13')")
        }
        #expect(try pages.value(for: "b", now: 1) == nil)
    }

    @Test func `S12: all that may be given comes in the order in which its keys came`() async throws
    {
        let store = try store(.memory)
        let pages = Cache<Page>(store, named: "page", limits: .init(age: 100))
        let others = Cache<Page>(store, named: "other", limits: .init())
        try await others.keep(Page(ids: [9]), for: "x", now: 1000)
        for (time, key) in [(990, "b"), (1000, "c"), (1000, "a"), (1001, "c")] {
            try await pages.keep(Page(ids: [time]), for: key, now: Int64(time))
        }
        let kept = try await store.write { db throws(StoreError) in
            try pages.values(now: 1100, in: db)
        }
        #expect(kept.map(\.key) == ["c", "a"])
        #expect(kept.map(\.value.ids) == [[1001], [1000]])
    }

    @Test func `a value that JSON can't hold is an error`() async throws {
        let numbers = Cache<Double>(try store(.memory), named: "n", limits: .init())
        let error = await storeError { try await numbers.keep(.nan, for: "a", now: 1) }
        #expect(error?.errorCode == .constraint)
    }
}

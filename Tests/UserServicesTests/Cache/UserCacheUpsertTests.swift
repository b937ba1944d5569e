import SluiceStore
import Testing
import Users

@testable import UserServices

/// S1 and S5: what is kept of the people that a server delivers.
struct UserCacheUpsertTests {
    @Test(arguments: CacheWorld.allCases)
    func `S5: the counts are exact, and a person delivered twice counts once`(
        world: CacheWorld
    ) async throws {
        let fixture = try CacheFixture(world)
        let first = try await fixture.upsert([someone(1), someone(2), someone(1, "Twice")])
        #expect(first == UpsertCounts(inserted: 2))
        let second = try await fixture.upsert([someone(1), someone(2, "Other"), someone(3)])
        #expect(second == UpsertCounts(inserted: 1, changed: 1, unchanged: 1))
        let third = try await fixture.upsert([someone(3), someone(2, "Other"), someone(1)])
        #expect(third == UpsertCounts(unchanged: 3))
        #expect(try fixture.cache.user(id: "1")?.displayName == "Ana Brandt")
        try await fixture.checkIndex()
    }

    @Test func `S5: an unchanged person's row is not written, and is as fresh as the answer`()
        async throws
    {
        let fixture = try CacheFixture()
        try await fixture.upsert([someone(1), someone(2)], now: 1)
        try await fixture.store.write { db throws(StoreError) in
            try db.run("CREATE TABLE written (id TEXT)")
            try db.run(
                """
                CREATE TRIGGER watch AFTER UPDATE ON person
                BEGIN INSERT INTO written VALUES (new.id); END
                """)
        }
        try await fixture.upsert([someone(1), someone(2, "Changed")], now: 9)
        let written = try fixture.store.read { db throws(StoreError) in
            try db.first("SELECT group_concat(id) FROM written") { $0.text(0) }
        }
        #expect(written == "2")
        #expect(try fixture.cache.user(id: "1") == someone(1).fetched(at: 9))
        #expect(try fixture.cache.user(id: "2") == someone(2, "Changed").fetched(at: 9))
    }

    @Test(arguments: CacheWorld.allCases)
    func `every field comes back as it was`(world: CacheWorld) async throws {
        let fixture = try CacheFixture(world)
        var users = [someone(1), User(id: "only-an-id"), User(id: "")]
        users[0].isActive = false
        users[0].attributes = ["quote": "\"\\\n\u{1}é😀", "": "", "z": "{}"]
        try await fixture.upsert(users, now: 7)
        #expect(try await fixture.cache.users(.init()) == users.map { $0.fetched(at: 7) })
        #expect(try await fixture.upsert(users) == UpsertCounts(unchanged: 3))
    }

    @Test(arguments: UserField.allCases.filter { $0 != .id && $0 != .fetchedAt })
    func `S5: a difference in any one field is a change`(field: UserField) async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert([someone(1)])
        var user = someone(1)
        switch field {
        case .id, .fetchedAt: break
        case .username: user.username = "x"
        case .displayName: user.displayName = nil
        case .email: user.email = ""
        case .phone: user.phone = "x"
        case .title: user.title = nil
        case .department: user.department = "x"
        case .isActive: user.isActive = nil
        case .avatarURL: user.avatarURL = "x"
        case .updatedAt: user.updatedAt = 0
        case .attributes: user.attributes = [:]
        }
        #expect(
            try await fixture.upsert([user], delivering: UserFields.all.subtracting(.init(field)))
                == UpsertCounts(unchanged: 1))
        #expect(
            try await fixture.upsert([user], delivering: .init(field)) == UpsertCounts(changed: 1))
        #expect(try fixture.cache.user(id: "1") == user.fetched(at: 1))
        try await fixture.checkIndex()
    }

    @Test(arguments: CacheWorld.allCases)
    func `S1: a field that isn't delivered keeps its value, and a delivered nil blanks it`(
        world: CacheWorld
    ) async throws {
        let fixture = try CacheFixture(world)
        try await fixture.upsert([someone(1)])
        let brief = User(id: "1", username: "renamed")
        let counts = try await fixture.upsert([brief], delivering: [.username, .phone], now: 2)
        #expect(counts == UpsertCounts(changed: 1))

        var expected = someone(1).fetched(at: 2)
        expected.username = "renamed"
        expected.phone = nil
        #expect(try fixture.cache.user(id: "1") == expected)
        #expect(try await fixture.cache.search("brandt").map(\.id) == ["1"])
        #expect(try await fixture.cache.search("renamed").map(\.id) == ["1"])
        #expect(try fixture.cache.users(username: "user1") == [])
        try await fixture.checkIndex()
    }

    @Test(arguments: UserField.allCases.filter { $0 != .id && $0 != .fetchedAt })
    func `S1: each field is kept or blanked on its own`(field: UserField) async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert([someone(1)])
        try await fixture.upsert([User(id: "1")], delivering: .init(field))
        var expected = someone(1).fetched(at: 1)
        switch field {
        case .id, .fetchedAt: break
        case .username: expected.username = nil
        case .displayName: expected.displayName = nil
        case .email: expected.email = nil
        case .phone: expected.phone = nil
        case .title: expected.title = nil
        case .department: expected.department = nil
        case .isActive: expected.isActive = nil
        case .avatarURL: expected.avatarURL = nil
        case .updatedAt: expected.updatedAt = nil
        case .attributes: expected.attributes = [:]
        }
        #expect(try fixture.cache.user(id: "1") == expected)
    }

    @Test(arguments: CacheWorld.allCases)
    func `S1: rows belong to a server and an account`(world: CacheWorld) async throws {
        let fixture = try CacheFixture(world)
        let others = [
            UserCache(fixture.store, server: "https://dir.example", account: ""),
            UserCache(fixture.store, server: "https://other.example", account: "ana"),
        ]
        try await fixture.upsert([someone(1, "Mine")])
        for cache in others {
            #expect(try cache.user(id: "1") == nil)
            #expect(try await cache.search("mine") == [])
            #expect(try await cache.state() == UserCacheState())
            _ = try await cache.upsert(
                [someone(1, "Theirs"), someone(2, "Theirs")], delivering: .all,
                ticket: try cache.ticket(), now: 1)
        }
        #expect(try await fixture.cache.users(.init()).map(\.displayName) == ["Mine"])
        #expect(try await fixture.cache.search("theirs") == [])
        #expect(try fixture.cache.users(username: "user2") == [])

        try await fixture.cache.purge()
        #expect(try await fixture.ids() == [])
        for cache in others {
            #expect(try await cache.count() == 2)
            #expect(try await cache.search("theirs").count == 2)
        }
        try await fixture.checkIndex()
    }

    /// Two profiles with one base URL read its answers by different rules, and so does one that was edited.
    @Test(arguments: CacheWorld.allCases)
    func `S1: people whom another profile, or another text of it, has read are not shown`(
        world: CacheWorld
    ) async throws {
        let fixture = try CacheFixture(world)
        defer { withExtendedLifetime(fixture) {} }
        let store = fixture.store
        func cache(_ name: String, _ text: String) -> UserCache {
            UserCache(
                store, server: "https://dir.example", account: "ana",
                profile: .init(name: name, text: text))
        }
        func upsert(_ cache: UserCache, _ users: [User]) async throws {
            _ = try await cache.upsert(
                users, delivering: .all, ticket: try cache.ticket(), now: 1)
        }
        let (mine, other, edited) = (cache("a", "1"), cache("b", "1"), cache("a", "2"))
        try await upsert(mine, [someone(1, "Mine"), someone(2)])
        for cache in [other, edited] {
            #expect(try cache.user(id: "1") == nil)
            #expect(try await cache.search("mine") == [])
            #expect(try await cache.state() == UserCacheState())
        }
        try await upsert(other, [someone(1, "Other")])
        #expect(try mine.user(id: "1")?.displayName == "Mine")

        // The edited one begins anew, and what the old text read goes.
        try await upsert(edited, [someone(1, "Edited")])
        #expect(try await mine.users(.init()) == [])
        #expect(try await mine.state().people == 0)
        #expect(try edited.user(id: "1")?.displayName == "Edited")
        #expect(try other.user(id: "1")?.displayName == "Other")

        // A program that still runs with the old text writes to its own, and a logout takes both.
        try await upsert(mine, [someone(3)])
        let early = try mine.ticket()
        try await edited.purge()
        #expect(try mine.user(id: "3") == nil)
        let late = try await mine.upsert([someone(3)], delivering: .all, ticket: early, now: 2)
        #expect(late == UpsertCounts(discarded: 1))
        #expect(try await other.users(.init()).count == 1)
    }

    @Test(arguments: 1...20)
    func `the number of people is kept right, whatever is written and removed`(
        seed: UInt64
    ) async throws {
        var numbers = SeededNumbers(seed: seed)
        let fixture = try CacheFixture()
        let other = UserCache(fixture.store, server: "https://dir.example", account: "bo")
        for time in 1...40 {
            let cache = Bool.random(using: &numbers) ? fixture.cache : other
            let ticket = try cache.ticket()
            let some = (0..<5).map { _ in someone(Int.random(in: 1...30, using: &numbers)) }
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: try await cache.purge()
            case 1...3: try await cache.remove(id: some[0].id, ticket: ticket)
            case 4...6:
                let run = try #require(
                    try await cache.beginSync(ticket: ticket, restart: true, now: Int64(time)))
                _ = try await cache.savePage(
                    some, delivering: .all, of: run, next: nil, total: nil, now: Int64(time))
            default:
                _ = try await cache.upsert(
                    some, delivering: .all, ticket: ticket, now: Int64(time))
            }
            for cache in [fixture.cache, other] {
                let state = try await cache.state()
                #expect(try await cache.count() == state.people)
                let oldest = try await cache.users(.init()).compactMap(\.fetchedAt).min()
                #expect((state.oldestFetch == nil) == (oldest == nil))
                #expect(state.oldestFetch ?? 0 <= oldest ?? 0)
            }
        }
        #expect(try await fixture.store.examine(UserCache.checks).isSound)
        _ = try await fixture.upsert([someone(1)])
        try await fixture.store.write { db throws(StoreError) in
            try db.run("UPDATE directory SET people = people + 1")
        }
        let report = try await fixture.store.examine(UserCache.checks)
        #expect(report.damagedRows["directory"] ?? 0 > 0)
    }

    @Test(arguments: CacheWorld.allCases)
    func `S6: a page that arrives after logout writes nothing`(world: CacheWorld) async throws {
        let fixture = try CacheFixture(world)
        let early = try fixture.cache.ticket()  // before anything was ever cached
        try await fixture.cache.purge()
        #expect(
            try await fixture.cache.upsert([someone(1)], delivering: .all, ticket: early, now: 1)
                == UpsertCounts(discarded: 1))
        let ticket = try fixture.cache.ticket()
        let run = try await fixture.cache.beginSync(ticket: ticket, now: 1)
        try await fixture.upsert([someone(1)])
        try await fixture.cache.purge()
        #expect(
            try await fixture.cache.upsert([someone(1)], delivering: .all, ticket: ticket, now: 1)
                == UpsertCounts(discarded: 1))
        let page = try await fixture.cache.savePage(
            [someone(2)], delivering: .all, of: try #require(run), next: nil, total: nil, now: 1)
        #expect(page == SyncPageResult(counts: UpsertCounts(discarded: 1)))
        #expect(try await fixture.cache.beginSync(ticket: ticket, now: 1) == nil)
        #expect(try await fixture.ids() == [])
        #expect(try await fixture.upsert([someone(1)]) == UpsertCounts(inserted: 1))
    }

    @Test(arguments: [false, true])
    func `a logout removes everyone of the account, their words too, and nobody else`(
        hasOthers: Bool
    ) async throws {
        let fixture = try CacheFixture(.file)
        let other = UserCache(fixture.store, server: "https://dir.example", account: "bo")
        try await fixture.upsert((1...300).map { someone($0) })
        if hasOthers {
            _ = try await other.upsert(
                [someone(7)], delivering: .all, ticket: try other.ticket(), now: 1)
        }
        try await fixture.cache.purge()
        #expect(try await fixture.ids() == [])
        #expect(try await fixture.cache.search("ana") == [])
        #expect(try await other.search("ana").count == (hasOthers ? 1 : 0))
        try await fixture.checkIndex()
        try await fixture.upsert([someone(1)])
        #expect(try await fixture.cache.search("ana").map(\.id) == ["1"])
        try await fixture.checkIndex()
    }

    @Test func `a removed person is gone from every read, once`() async throws {
        let fixture = try CacheFixture()
        try await fixture.upsert([someone(1), someone(2), someone(3)])
        let ticket = try fixture.cache.ticket()
        #expect(try await fixture.cache.remove(id: "2", ticket: ticket))
        #expect(try await !fixture.cache.remove(id: "2", ticket: ticket))
        #expect(try fixture.cache.user(id: "2") == nil)
        #expect(try await fixture.cache.search("user2") == [])
        #expect(try await fixture.ids() == ["1", "3"])
        try await fixture.checkIndex()
    }

    @Test func `attributes come back whatever they hold`() {
        var numbers = SeededNumbers(seed: 7)
        let pieces = ["\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "😀", "a", "{", ",", ":", "u0041"]
        for _ in 0..<2000 {
            func text() -> String {
                (0..<Int.random(in: 0...4, using: &numbers))
                    .compactMap { _ in pieces.randomElement(using: &numbers) }.joined()
            }
            var attributes: [String: String] = [:]
            for _ in 0...Int.random(in: 0...3, using: &numbers) { attributes[text()] = text() }
            let encoded = AttributesText.encoded(attributes)
            #expect(encoded.map(AttributesText.decoded) == attributes)
        }
    }
}

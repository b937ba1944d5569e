import SluiceStore
import Synchronization
import Testing
import Users

@testable import UserServices

/// Lists, counts and completion.
struct UserCacheListTests {
    private func fixture(_ world: CacheWorld = .memory) async throws -> CacheFixture {
        let fixture = try CacheFixture(world)
        try await fixture.upsert([
            User(id: "10", username: "zoe", displayName: "ana", isActive: true, updatedAt: 3),
            User(id: "9", username: "Émile", displayName: "Ánb", isActive: false, updatedAt: 1),
            User(id: "x", username: "bob", department: "Küche", attributes: ["room": "7"]),
            User(id: "100", username: "adam", displayName: "Zed", title: "Engineer", updatedAt: 2),
        ])
        return fixture
    }

    @Test(arguments: CacheWorld.allCases)
    func `a list is in the order in which people came, page by page`(world: CacheWorld) async throws
    {
        let cache = try await fixture(world).cache
        func ids(_ query: UserCacheQuery) async throws -> [String] {
            try await cache.users(query).map(\.id.rawValue)
        }
        #expect(try await ids(.init()) == ["10", "9", "x", "100"])
        #expect(try await ids(.init(offset: 1, limit: 2)) == ["9", "x"])
        #expect(try await ids(.init(offset: 3, limit: 2)) == ["100"])
        #expect(try await ids(.init(offset: 9)) == [])
        #expect(try await ids(.init(limit: 0)) == [])
    }

    @Test(arguments: [
        (UserField.id, ["9", "10", "100", "x"]), (.username, ["100", "x", "9", "10"]),
        (.displayName, ["10", "9", "100", "x"]), (.updatedAt, ["9", "100", "10", "x"]),
        (.isActive, ["9", "10", "x", "100"]), (.fetchedAt, ["10", "9", "x", "100"]),
        (.attributes, ["x", "10", "9", "100"]), (.phone, ["10", "9", "x", "100"]),
    ])
    func `a list is sorted by a field, case and accents aside, unknown ones last`(
        field: UserField, ids: [String]
    ) async throws {
        let cache = try await fixture().cache
        #expect(try await cache.users(.init(sort: field)).map(\.id.rawValue) == ids)
        #expect(
            try await cache.users(.init(sort: field, offset: 1, limit: 2)).map(\.id.rawValue)
                == Array(ids[1...2]))
    }

    @Test(arguments: [
        (UserField.id, "0", ["10", "100"]), (.username, "EM", ["9"]),
        (.displayName, "an", ["10", "9"]),
        (.department, "kuch", ["x"]), (.isActive, "true", ["10"]), (.isActive, "false", ["9"]),
        (.title, "ENG", ["100"]), (.attributes, "7", ["x"]),
        (.updatedAt, "1970-01-01T00", ["10", "9", "100"]),
        (.fetchedAt, "1970", ["10", "9", "x", "100"]), (.email, "a", []), (.avatarURL, "", []),
        (.phone, "1", []),
    ])
    func `conditions look into any field`(
        field: UserField, text: String, ids: [String]
    ) async throws {
        let cache = try await fixture().cache
        var query = UserCacheQuery()
        query.add(field, contains: text)
        #expect(try await cache.users(query).map(\.id.rawValue) == ids)
        #expect(try await cache.count(query) == ids.count)
        query.sort = .id
        #expect(Set(try await cache.users(query).map(\.id.rawValue)) == Set(ids))
        query.add(.id, contains: "none has this")
        #expect(try await cache.count(query) == 0)
    }

    @Test func `people are given one by one, and an error of the receiver ends it`() async throws {
        let fixture = try await fixture()
        let seen = Mutex<[String]>([])
        try await fixture.cache.each(.init()) { user in
            seen.withLock { $0.append(user.id.rawValue) }
        }
        #expect(seen.withLock { $0 } == ["10", "9", "x", "100"])
        let stop = StoreError(.cancelled, attempt: "print", path: "")
        await #expect(throws: stop) {
            try await fixture.cache.each(.init()) { _ throws(StoreError) in throw stop }
        }
        #expect(try await fixture.cache.count() == 4)
    }

    @Test func `completion offers ids and usernames by what they begin with`() async throws {
        let cache = try await fixture().cache
        #expect(try cache.completions(prefix: "10", limit: 9) == ["10", "100"])
        #expect(try cache.completions(prefix: "bo", limit: 9) == ["bob"])
        #expect(try cache.completions(prefix: "", limit: 2) == ["10", "100"])
        #expect(try cache.completions(prefix: "\"*", limit: 9) == [])
    }

    @Test func `an empty cache answers everything`() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        #expect(try cache.user(id: "1") == nil)
        #expect(try await cache.users(.init(sort: .id)) == [])
        #expect(try await cache.search("a") == [])
        #expect(try cache.users(email: "a@b") == [])
        #expect(try cache.completions(prefix: "", limit: 5) == [])
        #expect(try await cache.state() == UserCacheState())
        #expect(fixture.store.fileSize == nil)
    }

    @Test func `nothing is prepared once each kind of call was made`() async throws {
        let fixture = try await fixture(.file)
        func useAll() async throws {
            try await fixture.upsert([someone(1)])
            _ = try fixture.cache.user(id: "1")
            _ = try await fixture.cache.search("ana")
            _ = try await fixture.cache.state()
            _ = try await fixture.cache.users(.init(sort: .id))
        }
        try await useAll()
        try await useAll()  // the first knew nobody, and so did not mark anyone as met
        let before = fixture.store.counters.prepares
        try await useAll()
        #expect(fixture.store.counters.prepares == before)
    }
}

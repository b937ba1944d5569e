import Glibc
import SluiceStore
import Testing
import Users

@testable import UserServices

/// Files that earlier versions of the program wrote, kept as they were: `Tests/Faults/golden`.
@Suite struct OlderVersionTests {
    private let folder = "/tmp/sluice-older-\(getpid())-\(UInt32.random(in: .min ... .max))"

    private func copy(of name: String) throws -> String {
        let golden = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let source = try SmallFile.read("/\(golden)/Faults/golden/\(name)")
        let path = folder + "/cache.db"
        try SmallFile.replace(path, with: source)
        return path
    }

    @Test(arguments: ["v001.db", "v002.db"])
    func `S3: a file of an older version keeps its people, who are found, checked and gone on with`(
        name: String
    ) async throws {
        defer { RemoveFolder.run(folder) }
        let store = try UserCache.openStore(.file(try copy(of: name)))
        #expect(store.notices == [])
        let cache = UserCache(
            store, server: "sample:", account: "", profile: .init(name: "sample", text: "1"))
        let users = try await cache.users(.init())
        try #require(users.count == 60)
        #expect(try cache.user(id: users[7].id) == users[7])
        let state = try await cache.state()
        #expect(state.people == 60)
        #expect(state.oldestFetch == users.compactMap(\.fetchedAt).min())
        #expect((state.completedAt == nil) == (name == "v001.db"))
        #expect(try await cache.search(users[30].username ?? "").map(\.id) == [users[30].id])
        let report = try await store.examine(UserCache.checks)
        #expect(report.isSound)
        #expect(report.rebuilt == [])
        // The rows are as if this version had written them: nothing is a change.
        let counts = try await cache.upsert(
            users, delivering: .all, ticket: try cache.ticket(), now: 5)
        #expect(counts == UpsertCounts(unchanged: 60))
        #expect(try await cache.state().people == 60)
        // They are this profile's from then on.
        let other = UserCache(
            store, server: "sample:", account: "", profile: .init(name: "other", text: "2"))
        #expect(try other.user(id: users[7].id) == nil)
        #expect(try cache.user(id: users[7].id) != nil)
        try await store.close()
    }

    /// What other apps keep with `Cache` and what this program keeps is one table.
    @Test func `the table of kept values is the one that SluiceStore describes`() async throws {
        func layout(_ store: Store) throws -> [String] {
            try store.read { db throws(StoreError) in
                var texts: [String] = []
                try db.each(
                    "SELECT sql FROM sqlite_schema WHERE tbl_name = 'cached_value' AND sql NOT NULL ORDER BY name"
                ) { texts.append($0.text(0)) }
                return texts
            }
        }
        let other = try Store.open(
            .memory,
            migrations: [
                Migration(version: 1, sql: Cache<String>.table, "PRAGMA user_version = 1")
            ])
        let ours = try layout(try UserCache.openStore(.memory))
        #expect(ours.count == 2)
        #expect(ours == (try layout(other)))
    }
}

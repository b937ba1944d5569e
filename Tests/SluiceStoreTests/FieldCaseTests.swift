import Glibc
import Testing

@testable import SluiceStore

/// Faults that people met elsewhere, where no law's test covers them already.
struct FieldCaseTests {
    let folder = TemporaryFolder()

    /// Temporary files couldn't be written, and a sort failed with error 14 (GRDB#1790).
    @Test func `a sort or a temporary table needs no file`() async throws {
        let store = try World.file.store(in: folder)
        let kinds: [Int64?] = [
            try store.read { db throws(StoreError) in
                try db.first("PRAGMA temp_store") { $0.integer(0) }
            },
            try await store.write { db throws(StoreError) in
                try db.first("PRAGMA temp_store") { $0.integer(0) }
            },
        ]
        #expect(kinds == [2, 2])  // memory: https://sqlite.org/pragma.html#pragma_temp_store
        let last = try store.read { db throws(StoreError) in
            try db.first(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 100000)
                SELECT printf('%0200d', n) AS text FROM number ORDER BY text DESC
                """
            ) { $0.text(0) }
        }
        #expect(last?.hasSuffix("100000") == true)
    }

    /// A log that stayed, or grew to gigabytes (GRDB#418, loreai#1225): many writes with reads between them.
    @Test func `the log stays small however much is written, and is gone after closing`()
        async throws
    {
        let store = try World.file.store(in: folder)
        let text = String(repeating: "some text of a row ", count: 20)
        var largest = 0
        for _ in 0..<60 {
            try await store.write { db throws(StoreError) in
                for _ in 0..<1000 { try db.run("INSERT INTO note (text) VALUES (?1)", text) }
            }
            _ = try store.read { db throws(StoreError) in
                try db.first("SELECT count(*) FROM note") { $0.integer(0) }
            }
            largest = max(largest, Int(FileSystem.size(of: folder.database + "-wal") ?? 0))
        }
        #expect(FileSystem.size(of: folder.database) ?? 0 > 20 << 20)
        #expect(largest <= 16 << 20)
        try await store.close()
        #expect(folder.names == ["cache.db"])
    }

    /// The other half of GRDB#1339 is #1485: the lock is asked for before the first read of a change.
    @Test func `a change that reads first is not refused for what another wrote before`()
        async throws
    {
        let store = try World.file.store(in: folder)
        try await store.add("a")
        let other = try otherConnection(to: folder.database, busyTimeout: 2000)
        try await store.write { db throws(StoreError) in
            _ = try db.first("SELECT count(*) FROM note") { $0.integer(0) }
            // Had it only a read's snapshot, this would get through and the next statement would fail.
            do throws(StoreError) {
                try other.set("busy_timeout", to: 0)
                try other.run("INSERT INTO note (text) VALUES ('theirs')")
                Issue.record("another process wrote in the midst of a change")
            } catch {
                #expect(error.errorCode == .busy)
            }
            try db.run("INSERT INTO note (text) VALUES ('b')")
        }
        #expect(try store.texts() == ["a", "b"])
    }
}

import SluiceFlow
import Testing

@testable import SluiceStore

/// S9: what cancelling stops, and what it doesn't.
struct CancellationTests {
    let folder = TemporaryFolder()

    /// A count that takes seconds: long enough to be cancelled, and no hang when it isn't.
    private static let endless: SQL = """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 30000000)
        SELECT count(*) FROM number
        """

    /// A cancelled task left a transaction open, or interrupted another's statement (GRDB#1838, #1797).
    @Test(arguments: World.allCases)
    func `S9: cancelling a read stops its statement, and no other's`(world: World) async throws {
        let store = try world.store(in: folder)
        try await store.add("a")
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let endless = Task.detached {
            try await store.backgroundSnapshot { db throws(StoreError) in
                signal.yield()
                return try db.first(Self.endless) { $0.integer(0) }
            }
        }
        for await _ in started { break }
        #expect(try store.texts() == ["a"])
        endless.cancel()
        let error = await storeError { _ = try await endless.value }
        #expect(error?.errorCode == .cancelled)
        #expect(error?.isCancellation == true)
        // The same connection goes on, outside of any transaction.
        try store.read { db throws(StoreError) in #expect(!db.isInTransaction) }
        #expect(try store.texts() == ["a"])
        try await store.add("b")
    }

    @Test(arguments: World.allCases)
    func `S9: in a cancelled task nothing begins`(world: World) async throws {
        let store = try world.store(in: folder)
        let ran = Ran()
        let task = Task.detached {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(
                await storeError { try store.read { _ in ran.note() } }?.errorCode == .cancelled)
            #expect(
                await storeError { try await store.write { _ in ran.note() } }?.errorCode
                    == .cancelled)
        }
        await task.value
        #expect(!ran.happened)
    }

    @Test func `S9: a write that has begun runs to its end`() async throws {
        let store = try World.memory.store(in: folder)
        let task = Task.detached {
            try await store.write { db throws(StoreError) in
                withUnsafeCurrentTask { $0?.cancel() }
                for index in 0..<2000 {
                    try db.run("INSERT INTO note (text) VALUES (?1)", "\(index)")
                }
            }
        }
        try await task.value
        #expect(try store.texts().count == 2000)
    }
}

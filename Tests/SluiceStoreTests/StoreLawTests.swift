import Glibc
import SluiceFlow
import Testing

@testable import SluiceStore

/// S2: how a file is opened and written to.
struct StoreLawTests {
    let folder = TemporaryFolder()

    @Test func `S2: the file has a write-ahead log, pages of 4 KiB and the safe settings`()
        async throws
    {
        let store = try World.file.store(in: folder)
        let settings = try await store.write { db throws(StoreError) in
            var settings: [String] = []
            let queries: [SQL] = [
                "PRAGMA journal_mode", "PRAGMA page_size", "PRAGMA synchronous",
                "PRAGMA foreign_keys", "PRAGMA journal_size_limit", "PRAGMA busy_timeout",
            ]
            for query in queries { settings.append(try db.first(query) { $0.text(0) } ?? "") }
            return settings
        }
        #expect(settings == ["wal", "4096", "1", "1", "4194304", "2000"])
    }

    @Test func `S2: opening a file that is up to date writes nothing`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("a")
        try await store.close()
        let before = try #require(FileState(folder.database))

        let again = try World.file.store(in: folder)
        #expect(try again.texts() == ["a"])
        #expect(FileState(folder.database) == before)
        #expect(FileState(folder.database + "-wal")?.bytes.isEmpty ?? true)
        try await again.close()
        #expect(FileState(folder.database) == before)
        #expect(folder.names == ["cache.db"])
    }

    /// A log that stayed, or grew to gigabytes (GRDB#418).
    @Test func `S2: closing moves the log into the file`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("a")
        #expect(folder.names.contains("cache.db-wal"))
        try await store.close()
        #expect(folder.names == ["cache.db"])
        #expect(try World.file.store(in: folder).texts() == ["a"])
    }

    @Test func `the file, its log and its copy are private`() async throws {
        let path = folder.path + "/cache.db"
        let store = try World.file.store(in: folder)
        try await store.add("a")
        try await store.backup(to: folder.path + "/copy.db")
        for name in folder.names {
            #expect(FileState("\(folder.path)/\(name)")?.mode == 0o600, "\(name)")
        }
        #expect(FileState(path) != nil)
        let copy = try Store.open(
            .file(folder.path + "/copy.db"), migrations: notes, options: notesOptions)
        #expect(try copy.texts() == ["a"])
    }

    /// A read that became a write ignored the busy time-out (GRDB#1339, #1485).
    @Test func `S2: a write takes its lock at once, and says busy when it can't`() async throws {
        let store = try World.file.store(
            in: folder, options: StoreOptions(busyTimeout: 5, applicationID: 77))
        let other = try otherConnection(to: folder.database)
        try other.run("BEGIN IMMEDIATE")
        let ran = Ran()
        let error = await storeError { try await store.write { _ in ran.note() } }
        #expect(error?.errorCode == .busy)
        #expect(error?.message.contains(folder.database) == true)
        #expect(!ran.happened)
        #expect(try store.texts() == [])  // a reader isn't in anyone's way
        try other.run("ROLLBACK")
        try await store.add("now")
        #expect(try store.texts() == ["now"])
    }

    @Test(arguments: World.allCases)
    func `all statements of a snapshot see one state`(world: World) async throws {
        let store = try world.store(in: folder)
        try await store.add("a")
        try store.snapshot { db throws(StoreError) in
            #expect(db.isInTransaction)
            #expect(try db.first("SELECT count(*) FROM note") { $0.integer(0) } == 1)
        }
        try store.read { db throws(StoreError) in #expect(!db.isInTransaction) }
    }

    @Test(arguments: World.allCases)
    func `reads and writes from many tasks all succeed, and none is lost`(world: World) async throws
    {
        let store = try world.store(in: folder)
        try await withThrowingTaskGroup { group in
            for task in 0..<20 {
                group.addTask {
                    for index in 0..<5 {
                        try await store.add("\(task)-\(index)")
                        _ = try store.texts()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try store.texts()).count == 100)
    }

    @Test(arguments: World.allCases)
    func `a read inside a read gets its own connection`(world: World) async throws {
        let store = try world.store(in: folder)
        try await store.add("a")
        func depth(_ levels: Int) throws(StoreError) -> Int {
            try store.read { _ throws(StoreError) in
                levels == 0 ? try store.texts().count : try depth(levels - 1)
            }
        }
        #expect(try depth(10) == 1)
    }

    @Test(arguments: World.allCases)
    func `a closed store says so`(world: World) async throws {
        let store = try world.store(in: folder)
        try await store.close()
        try await store.close()
        #expect(await storeError { _ = try store.texts() }?.errorCode == .closed)
        #expect(await storeError { try await store.add("a") }?.errorCode == .closed)
    }

    /// A file that was deleted under an open handle took later writes with it (divine-mobile#4968).
    @Test func `S7: a file that is gone or replaced is an error of the next write`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("a")
        try #require(rename(folder.database, folder.path + "/moved.db") == 0)
        #expect(await storeError { try await store.add("b") }?.errorCode == .vanished)
        write([], to: folder.database)
        #expect(await storeError { try await store.add("b") }?.errorCode == .vanished)
    }

    @Test func `S7: a full disk is said, and what was there stays`() async throws {
        let options = StoreOptions(maximumPages: 12, applicationID: 77)
        let store = try World.file.store(in: folder, options: options)
        try await store.add("small")
        let large = String(repeating: "x", count: 100_000)
        let error = await storeError { try await store.add(large) }
        #expect(error?.errorCode == .diskFull)
        #expect(error?.kind == .local)
        #expect(error?.hint?.contains("room") == true)
        #expect(try store.texts() == ["small"])
        try await store.add("fits")
        #expect(try store.texts() == ["small", "fits"])
    }

    /// The kinds that statfs(2) tells, and that of the folder the tests run in.
    @Test func `a network file system is told from a local one`() {
        let remote: [UInt32] = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x0102_1997, 0x00C3_6400,
        ]
        let local: [UInt32] = [0, 0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630]
        for kind in remote { #expect(FileSystem.isNetwork(kind: kind)) }
        for kind in local { #expect(!FileSystem.isNetwork(kind: kind)) }
        #expect(!FileSystem.isOnNetwork(folder.path))
        #expect(!FileSystem.isOnNetwork("/dev/null/nothing"))
    }

    /// A WAL on a network file system (opencode#14970, crush#3461): its shared memory is of one machine only.
    @Test(arguments: [false, true])
    func `on a network file system there is another journal, and a person is told once`(
        wasMovedThere: Bool
    ) async throws {
        var options = notesOptions
        func mode(_ store: Store) throws -> String? {
            try store.read { db throws(StoreError) in
                try db.first("PRAGMA journal_mode") { $0.text(0) }
            }
        }
        if wasMovedThere {
            let local = try World.file.store(in: folder)
            try await local.add("a")
            #expect(try mode(local) == "wal")
            try await local.close()
        }
        options.isOnNetwork = { $0.hasSuffix("/cache.db") }
        let store = try World.file.store(in: folder, options: options)
        #expect(store.notices.map(\.kind) == [.networkFileSystem])
        #expect(store.notices.first?.message.contains("network file system") == true)
        #expect(try mode(store) == "delete")
        try await store.add("b")
        #expect(try store.texts() == (wasMovedThere ? ["a", "b"] : ["b"]))
        #expect(!folder.names.contains("cache.db-wal"))
        let again = try World.file.store(in: folder, options: options)
        #expect(again.notices == [])
        #expect(try mode(again) == "delete")
    }

    /// Who has the file open on this machine has its log too (opencode#14970).
    @Test func `a log that is in use on a network file system is left to who uses it`() async throws
    {
        let first = try World.file.store(in: folder)
        try await first.add("a")
        var options = notesOptions
        options.isOnNetwork = { _ in true }
        let second = try World.file.store(in: folder, options: options)
        #expect(second.notices == [])
        #expect(try second.texts() == ["a"])
        try await second.add("b")
        #expect(try first.texts() == ["a", "b"])
    }

    @Test func `without a write-ahead log everything works too`() async throws {
        let options = StoreOptions(journal: .rollback, applicationID: 77)
        let store = try World.file.store(in: folder, options: options)
        try await store.add("a")
        #expect(try store.texts() == ["a"])
        #expect(!folder.names.contains("cache.db-wal"))
    }
}

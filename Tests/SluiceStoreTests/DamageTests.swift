import Glibc
import Testing

@testable import SluiceStore

/// S7 and S8: files that can't be used.
struct DamageTests {
    let folder = TemporaryFolder()
    let junk = Array("this is not a database, whatever its name says ".utf8)

    private func openOrReplace(_ path: String? = nil) throws -> Store {
        try Store.openOrReplace(
            .file(path ?? folder.database), migrations: notes, options: notesOptions)
    }

    @Test func `S7: what is not a database is an error of its own, with the path`() async throws {
        write(junk + junk, to: folder.database)
        let error = await storeError { _ = try World.file.store(in: folder) }
        #expect(error?.errorCode == .notADatabase)
        #expect(error?.sqliteCode == 26)
        #expect(error?.message.contains(folder.database) == true)
        #expect(FileState(folder.database)?.bytes == junk + junk)
    }

    /// A malformed file, and a crash at each start (GRDB#877, Signal-iOS#5813).
    @Test func `S7: a damaged file is set aside, not deleted, and said once`() async throws {
        write(junk + junk, to: folder.database)
        let store = try openOrReplace()
        #expect(store.location == .file(folder.database))
        #expect(store.notices.map(\.kind) == [.quarantined(folder.database + ".damaged-1")])
        #expect(store.notices.first?.error?.errorCode == .notADatabase)
        #expect(FileState(folder.database + ".damaged-1")?.bytes == junk + junk)
        try await store.add("new")
        try await store.close()

        let again = try openOrReplace()
        #expect(again.notices == [])
        #expect(try again.texts() == ["new"])
    }

    @Test func `S7: a second damaged file does not replace the first`() throws {
        for number in 1...2 {
            unlink(folder.database)
            write(junk + [UInt8(number)], to: folder.database)
            _ = try openOrReplace()
            #expect(FileState("\(folder.database).damaged-\(number)")?.bytes.last == UInt8(number))
        }
    }

    @Test func `S7: the log of a damaged file goes with it, and none is left for the new one`()
        throws
    {
        write(junk, to: folder.database)
        write([1], to: folder.database + "-wal")
        write([2], to: folder.database + "-shm")
        write([], to: Quarantine.marker(for: folder.database))
        let target = try Quarantine(path: folder.database).run { true }
        #expect(target == folder.database + ".damaged-1")
        #expect(
            folder.names == [
                "cache.db.damaged-1", "cache.db.damaged-1-shm", "cache.db.damaged-1-wal",
            ])
    }

    @Test func `S7: a file that turns out sound stays`() throws {
        write(junk, to: folder.database)
        #expect(try Quarantine(path: folder.database).run { false } == nil)
        #expect(folder.names == ["cache.db"])
    }

    @Test(arguments: 1...10)
    func `S7: all who find the damage together set it aside once`(round: Int) async throws {
        write(junk + junk, to: folder.database)
        let stores = try await withThrowingTaskGroup(of: Store.self) { group in
            for _ in 0..<6 { group.addTask { try openOrReplace() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(stores.flatMap(\.notices).count == 1)
        for (index, store) in stores.enumerated() { try await store.add("\(index)") }
        #expect(try stores[0].texts().count == 6)
        #expect(!folder.names.contains("cache.db.damaged-2"))
    }

    @Test
    func
        `S7: damage that is met while reading is an error, and the next start sets the file aside`()
        async throws
    {
        let store = try World.file.store(in: folder)
        for _ in 0..<200 { try await store.add(String(repeating: "text ", count: 100)) }
        try await store.close()
        let size = try #require(FileState(folder.database)?.bytes.count)
        for page in 2..<(size / 4096) {
            write([UInt8](repeating: 0xEE, count: 4096), to: folder.database, at: page * 4096)
        }
        let damaged = try World.file.store(in: folder)
        let error = await storeError { _ = try damaged.texts() }
        #expect(error?.errorCode == .corrupt)
        #expect(error?.hint?.contains("set aside") == true)

        let fresh = try openOrReplace()
        #expect(fresh.notices.map(\.kind) == [.quarantined(folder.database + ".damaged-1")])
        #expect(try fresh.texts() == [])
        #expect(await storeError { try await damaged.add("lost?") }?.errorCode == .vanished)
        #expect(!folder.names.contains("cache.db.is-damaged"))

        // The store of the old file goes, and leaves the new one's log alone.
        try await fresh.add("new")
        try await damaged.close()
        #expect(folder.names.contains("cache.db-wal"))
        #expect(try openOrReplace().texts() == ["new"])
    }

    @Test func `S8: without a usable file the rows are in memory, with one warning`() async throws {
        write(junk, to: folder.path + "/file")
        let store = try openOrReplace(folder.path + "/file/cache.db")
        #expect(store.location == .memory)
        #expect(store.notices.count == 1)
        #expect(store.notices.first?.error?.errorCode == .cannotOpen)
        #expect(store.notices.first?.message.contains("/file/cache.db") == true)
        try await store.add("a")
        #expect(try store.texts() == ["a"])
    }

    @Test func `S7: a folder that can't be made is said to be why there is no file`() throws {
        // Not even root makes a folder there.
        let store = try Store.openOrReplace(
            .file("/sys/sluice-nowhere/cache.db"), migrations: [])
        let error = try #require(store.notices.first?.error)
        #expect(error.errorCode == .cannotOpen)
        #expect(!error.message.contains("No such file"))
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func `S8: a folder that can't be written to is no reason to fail`() async throws {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let store = try openOrReplace()
        #expect(store.location == .memory)
        try await store.add("a")
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func `S7: a file that can't be written to says so`() async throws {
        try await World.file.store(in: folder).close()
        chmod(folder.database, 0o400)
        let error = await storeError { _ = try World.file.store(in: folder) }
        #expect(error?.errorCode == .readOnly)
    }

    @Test func `two stores in memory are two`() async throws {
        let one = try World.memory.store(in: folder)
        let other = try World.memory.store(in: folder)
        try await one.add("a")
        #expect(try other.texts() == [])
    }
}

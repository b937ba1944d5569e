import Glibc
import Testing

@testable import SluiceStore

/// S3: how a file comes to the version that the program knows.
struct MigrationTests {
    let folder = TemporaryFolder()

    /// Of 60 pairs of processes that opened a new file together, 56 failed with a lock (GRDB#997, #468).
    @Test(arguments: 1...20)
    func `S3: all who open a new file together succeed`(round: Int) async throws {
        let stores = try await withThrowingTaskGroup(of: Store.self) { group in
            for _ in 0..<6 { group.addTask { try World.file.store(in: folder) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (index, store) in stores.enumerated() { try await store.add("\(index)") }
        #expect(try stores[0].texts().count == 6)
    }

    /// Of 800 openings, 117 failed at this switch, which the busy time-out doesn't cover.
    @Test func `S3: the switch to a write-ahead log is tried again while another is in the way`()
        throws
    {
        let (mine, other) = try twoConnections()
        let migrator = Migrator(migrations: notes, applicationID: 77)
        try other.run("BEGIN")
        try other.run("SELECT * FROM t")
        var waits = 0
        try migrator.useWriteAheadLog(mine, busyTimeout: 100) { _ in
            waits += 1
            if waits == 3 { _ = try? other.run("COMMIT") }
        }
        #expect(waits == 3)
        // The header says so: https://sqlite.org/fileformat.html#file_format_version_numbers
        #expect(FileState(folder.database)?.bytes[18...19] == [2, 2])
    }

    @Test func `S3: the switch to a write-ahead log is given up in the end`() async throws {
        let (mine, other) = try twoConnections()
        let migrator = Migrator(migrations: notes, applicationID: 77)
        try other.run("BEGIN")
        try other.run("SELECT * FROM t")
        var waits = 0
        do throws(StoreError) {
            try migrator.useWriteAheadLog(mine, busyTimeout: 20) { _ in waits += 1 }
            Issue.record("another connection reads, and the mode was switched")
        } catch {
            #expect(error.errorCode == .busy)
        }
        #expect(waits == 9)
    }

    /// Two connections to a file with a table and a rollback journal.
    private func twoConnections() throws -> (Connection, Connection) {
        write([], to: folder.database)
        let one = try otherConnection(to: folder.database)
        try one.run("CREATE TABLE t (x)")
        return (one, try otherConnection(to: folder.database))
    }

    @Test func `S3: an older file gets the steps it lacks, and keeps its rows`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("old")
        try await store.close()
        let newer = try Store.open(
            .file(folder.database), migrations: notesWithTags, options: notesOptions)
        let tagged = try await newer.write { db throws(StoreError) in
            try db.run("UPDATE note SET tag = 'x'")
        }
        #expect(tagged == 1)
        #expect(try newer.texts() == ["old"])
    }

    @Test func `S3: a step that fails leaves the file at the version before`() async throws {
        try await World.file.store(in: folder).close()
        let broken =
            notes + [Migration(version: 2, sql: "CREATE TABLE tag (x); CREATE TABLE tag (y);")]
        let error = await storeError {
            _ = try Store.open(.file(folder.database), migrations: broken, options: notesOptions)
        }
        #expect(error?.errorCode == .defect)
        let store = try World.file.store(in: folder)
        #expect(
            await storeError {
                try store.read { db throws(StoreError) in try db.run("SELECT * FROM tag") }
            } != nil)
    }

    @Test func `S3: a file of a newer program is refused with its version and not touched`()
        async throws
    {
        try await Store.open(
            .file(folder.database), migrations: notesWithTags, options: notesOptions
        ).close()
        let before = FileState(folder.database)
        let error = await storeError { _ = try World.file.store(in: folder) }
        #expect(error?.errorCode == .newerVersion)
        #expect(error?.detail == "version 2, this program knows 1")
        #expect(FileState(folder.database) == before)
        #expect(folder.names == ["cache.db"])

        let store = try Store.openOrReplace(
            .file(folder.database), migrations: notes, options: notesOptions)
        #expect(store.location == .memory)
        #expect(store.notices.map(\.kind) == [.inMemory])
        #expect(store.notices.first?.message.contains("newer version") == true)
        #expect(FileState(folder.database) == before)
    }

    @Test func `a database of another program is refused and not touched`() async throws {
        write([], to: folder.database)
        let other = try otherConnection(to: folder.database)
        try other.run("CREATE TABLE bookmark (url TEXT)")
        try other.close()
        let before = FileState(folder.database)
        let error = await storeError { _ = try World.file.store(in: folder) }
        #expect(error?.errorCode == .foreign)
        #expect(FileState(folder.database) == before)
    }

    @Test func `the folders of a new file are made, for this person only`() async throws {
        let path = folder.path + "/a/b/cache.db"
        let store = try Store.open(.file(path), migrations: notes, options: notesOptions)
        try await store.add("a")
        try await store.close()
        var status = stat()
        #expect(stat(folder.path + "/a/b", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        unlink(path)
        unlink(path + ".lock")
        rmdir(folder.path + "/a/b")
        rmdir(folder.path + "/a")
    }

    @Test func `a name that looks like a URI is a name`() async throws {
        let name = folder.path + "/cache.db?mode=memory#x%20"
        let store = try Store.open(.file(name), migrations: notes, options: notesOptions)
        try await store.add("a")
        try await store.close()
        #expect(folder.names == ["cache.db?mode=memory#x%20"])
    }
}

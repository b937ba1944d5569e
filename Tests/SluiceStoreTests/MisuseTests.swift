import Testing

@testable import SluiceStore

/// What an app may do wrong with tables of its own: said at once, not found in the rows later.
struct MisuseTests {
    let folder = TemporaryFolder()

    @Test func `a second statement in a text is refused, and the first isn't run`() async throws {
        let store = try World.memory.store(in: folder)
        let error = await storeError {
            try await store.write { db throws(StoreError) in
                try db.run(
                    "INSERT INTO note (text) VALUES ('a'); INSERT INTO note (text) VALUES ('b')")
            }
        }
        #expect(error?.errorCode == .defect)
        #expect(error?.detail.contains("a second one") == true)
        #expect(try store.texts() == [])
        // What follows it may be blank.
        try await store.write { db throws(StoreError) in
            try db.run("INSERT INTO note (text) VALUES ('a');\r\n\t ")
        }
        #expect(try store.texts() == ["a"])
    }

    @Test(arguments: [0, 1, 3])
    func `a value too few or too many is refused`(count: Int) async throws {
        let store = try World.memory.store(in: folder)
        let error = await storeError {
            try await store.write { db throws(StoreError) in
                let sql: SQL = "INSERT INTO note (text, stars) VALUES (?1, ?2)"
                switch count {
                case 0: try db.run(sql)
                case 1: try db.run(sql, "a")
                default: try db.run(sql, "a", 1, 2)
                }
            }
        }
        #expect(error?.errorCode == .defect)
        #expect(error?.detail == "\(count) are given, the statement takes 2")
        #expect(try store.texts() == [])
    }

    @Test func `a transaction that a read began and left open ends with the read`() async throws {
        let store = try World.file.store(in: folder)
        try store.read { db throws(StoreError) in
            try db.run("BEGIN")
            _ = try db.first("SELECT count(*) FROM note") { $0.integer(0) }
        }
        try await store.add("a")
        #expect(try store.texts() == ["a"])
        #expect(try store.snapshot { db throws(StoreError) in db.isInTransaction })
        try await store.close()
        #expect(folder.names == ["cache.db"])
    }

    @Test func `a statement that was kept is said by close, which closes all else`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("a")
        var kept: Statement?
        try store.read { db throws(StoreError) in kept = try db.statement("SELECT 1") }
        let error = await storeError { try await store.close() }
        #expect(error?.attempt == "close")
        // The last connection takes the log along: no other is left open.
        #expect(folder.names.contains("cache.db-wal"))
        withExtendedLifetime(kept) {}
        kept = nil
        #expect(folder.names == ["cache.db"])
        #expect(store.isClosed)
    }

    @Test func `migrations that aren't numbered from 1 without gaps are refused`() async throws {
        for versions in [[2], [1, 3], [2, 1], [1, 1]] {
            let error = await storeError {
                _ = try Store.open(
                    .memory, migrations: versions.map { Migration(version: $0, sql: "SELECT 1") })
            }
            #expect(error?.errorCode == .defect, "\(versions)")
            #expect(error?.detail.contains("from 1, without gaps") == true, "\(versions)")
        }
    }

    @Test func `a program's mark that no migration writes is missed at the first opening`()
        async throws
    {
        for _ in 1...2 {
            let error = await storeError {
                _ = try Store.open(
                    .file(folder.database), migrations: notes,
                    options: StoreOptions(applicationID: 78))
            }
            #expect(error?.errorCode == .defect)
            #expect(error?.detail == "no migration sets application_id to 78")
        }
        // Nothing was made that would be another program's the next time.
        try await World.file.store(in: folder).close()
    }

    @Test func `a copy doesn't replace a file`() async throws {
        let store = try World.file.store(in: folder)
        let path = folder.path + "/copy.db"
        write([1, 2, 3], to: path)
        let error = await storeError { try await store.backup(to: path) }
        #expect(error?.errorCode == .cannotOpen)
        #expect(error?.path == path)
        #expect(FileState(path)?.bytes == [1, 2, 3])
    }
}

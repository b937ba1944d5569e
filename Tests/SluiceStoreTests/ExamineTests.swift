import Testing

@testable import SluiceStore

/// S10: what an examination finds and repairs.
struct ExamineTests {
    let folder = TemporaryFolder()

    /// Notes with a checksum, and a search table over them.
    private static let searchable: [Migration] = [
        Migration(
            version: 1,
            sql: """
                CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, checksum INTEGER) STRICT;
                CREATE VIRTUAL TABLE note_words USING fts5 (text, content = 'note', content_rowid = 'id');
                PRAGMA application_id = 77;
                PRAGMA user_version = 1;
                """)
    ]

    private static let checks = StoreChecks(
        rows: [
            .init(
                of: "note",
                countDamaged:
                    "SELECT count(*) FROM note WHERE checksum IS NOT row_checksum(id, text)")
        ],
        indexes: [
            .init(
                of: "note_words",
                check: "INSERT INTO note_words (note_words, rank) VALUES ('integrity-check', 1)",
                rebuild: "INSERT INTO note_words (note_words) VALUES ('rebuild')")
        ])

    private func store(_ world: World = .file, notes: Int = 300) async throws -> Store {
        let store = try Store.open(
            world == .memory ? .memory : .file(folder.database), migrations: Self.searchable,
            options: notesOptions)
        try await store.write { db throws(StoreError) in
            for id in 0..<notes {
                let text = "note number \(id) of many"
                try db.run(
                    "INSERT INTO note VALUES (?1, ?2, row_checksum(?1, ?2))", id, text)
                try db.run("INSERT INTO note_words (rowid, text) VALUES (?1, ?2)", id, text)
            }
        }
        return store
    }

    @Test(arguments: World.allCases)
    func `S10: a sound file is left alone, and its sizes are told`(world: World) async throws {
        let store = try await store(world)
        let report = try await store.examine(Self.checks)
        #expect(report.isSound)
        #expect(report.rebuilt == [])
        #expect(report.setAside == nil)
        #expect((report.fileBytes != nil) == (world == .file))
        #expect((report.logBytes ?? 0 > 0) == (world == .file))
        #expect(!store.isClosed)
    }

    @Test(arguments: World.allCases)
    func `S10: an index that is out of step is made anew`(world: World) async throws {
        let store = try await store(world)
        try await store.write { db throws(StoreError) in
            // A row that the index doesn't have, and an entry whose row is gone.
            try db.run(
                "INSERT INTO note VALUES (999, 'unfindable', row_checksum(999, 'unfindable'))")
            try db.run("DELETE FROM note WHERE id = 7")
        }
        let report = try await store.examine(Self.checks)
        #expect(report.rebuilt == ["note_words"])
        #expect(report.isSound)
        let found = try store.read { db throws(StoreError) in
            try db.first("SELECT rowid FROM note_words WHERE note_words MATCH 'unfindable'") {
                $0.integer(0)
            }
        }
        #expect(found == 999)
        #expect(try await store.examine(Self.checks).rebuilt == [])
        #expect(!folder.names.contains("cache.db.is-damaged"))
    }

    @Test func `S10: a byte that changed inside a text is found, and the file set aside`()
        async throws
    {
        try await store().close()
        var bytes = try #require(FileState(folder.database)).bytes
        let text = Array("note number 123 of".utf8)
        let place = try #require(
            (0..<bytes.count - text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) }
        )
        bytes[place] = UInt8(ascii: "N")
        write(bytes, to: folder.database)

        let damaged = try Store.open(
            .file(folder.database), migrations: Self.searchable, options: notesOptions)
        let report = try await damaged.examine(Self.checks)
        #expect(report.faults == [])
        #expect(report.damagedRows == ["note": 1])
        #expect(report.setAside == folder.database + ".damaged-1")
        #expect(FileState(folder.database + ".damaged-1")?.bytes == bytes)
        #expect(damaged.isClosed)
        #expect(folder.names == ["cache.db.damaged-1"])
    }

    @Test func `S10: a damaged structure is found, told in SQLite's words, and the file set aside`()
        async throws
    {
        try await store().close()
        write([UInt8](repeating: 0xEE, count: 4096), to: folder.database, at: 2 * 4096)
        let damaged = try Store.open(
            .file(folder.database), migrations: Self.searchable, options: notesOptions)
        let report = try await damaged.examine(Self.checks)
        #expect(!report.faults.isEmpty)
        // A sentence each, and no heading: they are shown to a person.
        #expect(report.faults.allSatisfy { !$0.contains("\n") && !$0.hasPrefix("***") })
        #expect(report.setAside == folder.database + ".damaged-1")
    }

    @Test func `S10: a log that has grown is moved into the file`() async throws {
        let store = try await store()
        // A reader of an old state keeps the log from being cut back while it grows.
        let reader = try otherConnection(to: folder.database)
        try reader.run("BEGIN")
        _ = try reader.first("SELECT count(*) FROM note") { _ in }
        let text = String(repeating: "a text that takes space in the log ", count: 100)
        try await store.write { db throws(StoreError) in
            for _ in 0..<1500 { try db.run("INSERT INTO note (text) VALUES (?1)", text) }
        }
        try reader.run("COMMIT")
        #expect(FileState(folder.database + "-wal")?.bytes.count ?? 0 > 4 << 20)
        #expect(try await store.examine().logBytes ?? 0 > 4 << 20)
        #expect(FileState(folder.database + "-wal")?.bytes.count == 0)
    }

    @Test func `S10: a cancelled examination leaves everything as it is`() async throws {
        let store = try await store()
        let task = Task.detached {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.examine(Self.checks)
        }
        #expect(await storeError { _ = try await task.value }?.errorCode == .cancelled)
        #expect(!store.isClosed)
        #expect(try await store.examine(Self.checks).isSound)
    }

    /// A checksum that let a change pass would be worse than none.
    @Test func `the checksum sees any changed byte, its place, and the kind of a value`() throws {
        let store = try World.memory.store(in: folder)
        let sums = try store.read { db throws(StoreError) in
            var sums: [Int64] = []
            let text = Array("Ana Brandt, 17 letters".utf8)
            for length in 0...text.count {
                for place in 0..<length {
                    var changed = Array(text.prefix(length))
                    changed[place] ^= 1
                    let value = String(decoding: changed, as: UTF8.self)
                    sums.append(
                        try db.first("SELECT row_checksum(?1)", value) { $0.integer(0) } ?? 0)
                }
            }
            let others: [SQL] = [
                "SELECT row_checksum()", "SELECT row_checksum(NULL)", "SELECT row_checksum('')",
                "SELECT row_checksum(NULL, '')", "SELECT row_checksum('', NULL)",
                "SELECT row_checksum(1)", "SELECT row_checksum('1')", "SELECT row_checksum(1.0)",
                "SELECT row_checksum('ab', 'c')", "SELECT row_checksum('a', 'bc')",
                "SELECT row_checksum(x'61')",
            ]
            for sql in others { sums.append(try db.first(sql) { $0.integer(0) } ?? 0) }
            return sums
        }
        #expect(Set(sums).count == sums.count)
    }

    /// The number is in files: another rule would call every row damaged.
    @Test func `the checksum of a row is the same for ever`() throws {
        let store = try World.memory.store(in: folder)
        let sum = try store.read { db throws(StoreError) in
            try db.first("SELECT row_checksum('7', 'ana brandt', NULL, 1, 0.5, x'00ff')") {
                $0.integer(0)
            }
        }
        #expect(sum == -3_988_988_757_360_439_916)
    }
}

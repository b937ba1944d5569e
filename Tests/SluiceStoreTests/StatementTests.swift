import Testing

@testable import SluiceStore

/// Values in and out of a table, and the statements that are kept.
struct StatementTests {
    let folder = TemporaryFolder()

    @Test(arguments: World.allCases)
    func `what is bound comes back as it was`(world: World) async throws {
        let store = try world.store(in: folder)
        let texts = [
            "", "a", "O'Brien; DROP TABLE note", "김민준", "e\u{301}", "👩‍👩‍👧", "nul\u{0}inside",
            String(repeating: "long ", count: 10_000),
        ]
        try await store.write { db throws(StoreError) in
            for text in texts {
                try db.run(
                    "INSERT INTO note (text, stars, weight) VALUES (?1, ?2, ?3)", text,
                    Int64.min, 0.1)
            }
        }
        #expect(try store.texts().map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        let numbers = try store.read { db throws(StoreError) in
            try db.first("SELECT stars, weight FROM note") { ($0.integer(0), $0.double(1)) }
        }
        #expect(numbers?.0 == Int64.min)
        #expect(numbers?.1 == 0.1)
    }

    @Test func `bytes come back as they were, and none are not NULL`() async throws {
        let store = try Store.open(
            .memory,
            migrations: [
                Migration(
                    version: 1,
                    sql: "CREATE TABLE picture (bytes BLOB) STRICT; PRAGMA user_version = 1;")
            ])
        let pictures: [[UInt8]?] = [[0, 255, 0], [], nil, [UInt8](repeating: 7, count: 100_000)]
        try await store.write { db throws(StoreError) in
            for bytes in pictures { try db.run("INSERT INTO picture VALUES (?1)", bytes) }
        }
        var found: [[UInt8]?] = []
        try store.read { db throws(StoreError) in
            try db.each("SELECT bytes FROM picture ORDER BY rowid") {
                found.append($0.isNull(0) ? nil : $0.bytes(0))
            }
        }
        #expect(found == pictures)
    }

    @Test func `NULL and an empty text are two things`() async throws {
        let store = try World.memory.store(in: folder)
        try await store.write { db throws(StoreError) in
            try db.run("INSERT INTO note (text, stars) VALUES (?1, ?2)", "", Int64?.none)
        }
        let row = try store.read { db throws(StoreError) in
            try db.first("SELECT text, stars FROM note") { row in
                (
                    text: row.textIfAny(0), stars: row.integerIfAny(1),
                    holds: (row.holds("", at: 0), row.holds(String?.none, at: 0)),
                    holdsNull: (row.holds("", at: 1), row.holds(Int64?.none, at: 1))
                )
            }
        }
        #expect(row?.text == "")
        #expect(row?.stars == Int64?.none)
        #expect(row?.holds ?? (false, true) == (true, false))
        #expect(row?.holdsNull ?? (true, false) == (false, true))
    }

    @Test func `a value of an earlier run is not there in the next`() async throws {
        let store = try World.memory.store(in: folder)
        try await store.write { db throws(StoreError) in
            let insert = try db.statement("INSERT INTO note (text, stars) VALUES (?1, ?2)")
            try insert.bind("first", at: 1)
            try insert.bind(Int64(5), at: 2)
            try insert.run()
            try insert.bind("second", at: 1)
            try insert.run()
        }
        let stars = try store.read { db throws(StoreError) in
            try db.first("SELECT stars FROM note WHERE text = 'second'") { $0.integerIfAny(0) }
        }
        #expect(stars == .some(nil))
    }

    @Test func `a statement may be used inside its own rows`() async throws {
        let store = try World.memory.store(in: folder)
        try await store.add("a", "b")
        let query: SQL = "SELECT text FROM note ORDER BY id"
        var pairs: [String] = []
        try store.read { db throws(StoreError) in
            try db.each(query) { outer throws(StoreError) in
                let left = outer.text(0)
                try db.each(query) { pairs.append(left + $0.text(0)) }
            }
        }
        #expect(pairs == ["aa", "ab", "ba", "bb"])
    }

    @Test(arguments: World.allCases)
    func `nothing is prepared after the first use`(world: World) async throws {
        let store = try world.store(in: folder)
        try await store.add("a")
        _ = try store.texts()
        let before = store.counters.prepares
        for _ in 0..<10 {
            try await store.add("a")
            _ = try store.texts()
        }
        #expect(store.counters.prepares == before)
        #expect(store.counters.steps > 0)
    }

    /// A cache of statements without a bound grew for ever (zero#6202).
    @Test func `the kept statements are bounded, and the least used goes`() async throws {
        let options = StoreOptions(statementCapacity: 3, applicationID: 77)
        let store = try World.memory.store(in: folder, options: options)
        let numbers = try store.read { db throws(StoreError) in
            let used: SQL = "SELECT 0"
            let start = db.counters.prepares
            var numbers: [Int64?] = []
            for sql in ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 4", "SELECT 5"] as [SQL] {
                numbers.append(try db.first(sql) { $0.integer(0) })
                numbers.append(try db.first(used) { $0.integer(0) })
            }
            #expect(db.statementCount == 3)
            // Each was prepared once, the one in use among them.
            #expect(db.counters.prepares - start == 6)
            return numbers
        }
        #expect(numbers == [1, 0, 2, 0, 3, 0, 4, 0, 5, 0])
    }

    /// A busy step that trapped the program (apollo-ios#549, SQLite.swift#835).
    @Test func `a wrong statement is an error that says so, and the next one works`() async throws {
        let store = try World.memory.store(in: folder)
        let error = await storeError {
            try await store.write { db throws(StoreError) in try db.run("INSERT INTO nope") }
        }
        #expect(error?.errorCode == .defect)
        #expect(error?.detail.isEmpty == false)
        try await store.add("still works")
        #expect(try store.texts() == ["still works"])
    }

    @Test func `a broken rule of a table undoes the whole change`() async throws {
        let store = try World.memory.store(in: folder)
        let error = await storeError {
            try await store.write { db throws(StoreError) in
                try db.run("INSERT INTO note (id, text) VALUES (1, 'kept?')")
                try db.run("INSERT INTO note (id, text) VALUES (1, 'twice')")
            }
        }
        #expect(error?.errorCode == .constraint)
        #expect(try store.texts() == [])
    }

    @Test func `a read can't change rows`() async throws {
        let store = try World.memory.store(in: folder)
        let error = await storeError {
            try store.read { db throws(StoreError) in try db.run("DELETE FROM note") }
        }
        #expect(error?.errorCode == .readOnly)
    }
}

import Testing

@testable import SluiceStore

/// S7: a bit that flips in the definition of a table, which SQLite takes for a mistake in a statement.
struct DefinitionTests {
    let folder = TemporaryFolder()

    /// Writes other letters in the place of some in the file.
    private func replace(_ old: String, by new: String) throws {
        let bytes = try #require(FileState(folder.database)).bytes
        let places = bytes.indices.dropLast(old.utf8.count).filter {
            bytes[$0...].starts(with: old.utf8)
        }
        #expect(!places.isEmpty)
        for place in places { write(Array(new.utf8), to: folder.database, at: place) }
    }

    @Test func `S7: a table that is not defined as it was made is damage`() async throws {
        let store = try World.file.store(in: folder)
        try await store.add("kept")
        try await store.close()
        try replace("text TEXT", by: "tezt TEXT")

        let damaged = try World.file.store(in: folder)
        let error = await storeError { try damaged.texts() }
        #expect(error?.errorCode == .corrupt)
        #expect(error?.message.contains("the definition of a table is damaged") == true)
        let again = try Store.openOrReplace(
            .file(folder.database), migrations: notes, options: notesOptions)
        #expect(again.notices.map(\.kind) == [.quarantined(folder.database + ".damaged-1")])
        try await again.add("new")
    }

    @Test func `S10: an examination says so too, and sets the file aside`() async throws {
        let store = try World.file.store(in: folder)
        try await store.close()
        try replace("text TEXT", by: "tezt TEXT")
        let damaged = try World.file.store(in: folder)
        let report = try await damaged.examine(
            .init(rows: [.init(of: "note", countDamaged: "SELECT count(text) FROM note")]))
        #expect(report.faults.count == 1)
        #expect(report.setAside == folder.database + ".damaged-1")
    }

    @Test func `a wrong statement over a sound file is a mistake, and the file stays`() async throws
    {
        let store = try World.file.store(in: folder)
        // A table of its own, which no migration made.
        try await store.write { db throws(StoreError) in
            try db.execute("CREATE TABLE other (number INTEGER)")
        }
        let error = await storeError {
            try store.read { db throws(StoreError) in try db.first("SELECT tezt FROM note") { _ in }
            }
        }
        #expect(error?.errorCode == .defect)
        #expect(folder.names.allSatisfy { !$0.contains("damaged") })
    }
}

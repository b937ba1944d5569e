import Testing

@testable import SluiceStore

/// S7: a file that a person named, and that is something else.
struct ForeignFileTests {
    /// What a person may name by mistake.
    enum Something: CaseIterable, Sendable {
        case text, anotherDatabase, anotherDamagedDatabase

        func make(at path: String) throws {
            guard self != .text else { return write(Array("my notes".utf8), to: path) }
            write([], to: path)
            let other = try otherConnection(to: path)
            try other.run("CREATE TABLE bookmark (url TEXT)")
            try other.close()
            // The root page of the table of tables.
            if self == .anotherDamagedDatabase { write([0xEE, 0xEE], to: path, at: 100) }
        }
    }

    let folder = TemporaryFolder()
    private let named: StoreOptions = {
        var options = notesOptions
        options.isNamedByHand = true
        return options
    }()

    private func openOrReplace() throws -> Store {
        try Store.openOrReplace(.file(folder.database), migrations: notes, options: named)
    }

    @Test(arguments: Something.allCases)
    func `is refused as foreign, is left as it is, and nothing is made beside it`(
        _ something: Something
    ) async throws {
        try something.make(at: folder.database)
        let before = FileState(folder.database)
        for _ in 1...2 {
            let error = await storeError { _ = try openOrReplace() }
            #expect(error?.errorCode == .foreign)
            #expect(error?.path == folder.database)
            #expect(error?.hint == "Name another file: this one was left as it is.")
        }
        #expect(FileState(folder.database) == before)
        #expect(folder.allNames == ["cache.db"])
    }

    @Test func `is a store's own once it was opened as one: damaged, it is set aside`() async throws
    {
        try await openOrReplace().close()
        write([UInt8](repeating: 0xEE, count: 4096), to: folder.database)
        #expect(
            try openOrReplace().notices.map(\.kind)
                == [.quarantined(folder.database + ".damaged-1")])
    }

    @Test func `is made when it isn't there, and used when it is empty or copied from a store`()
        async throws
    {
        write([], to: folder.database)
        let store = try openOrReplace()
        #expect(store.location == .file(folder.database) && store.notices == [])
        try await store.add("a")
        let copy = folder.path + "/copy.db"
        try await store.backup(to: copy)
        let copied = try Store.openOrReplace(.file(copy), migrations: notes, options: named)
        #expect(try copied.texts() == ["a"])
    }
}

import Glibc
import SluiceFlow
import Synchronization

@testable import SluiceStore

/// A table that has nothing to do with people: the store knows only what it is given.
let notes: [Migration] = [
    Migration(
        version: 1,
        sql: """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, stars INTEGER, weight REAL) STRICT;
            PRAGMA application_id = 77;
            PRAGMA user_version = 1;
            """)
]

/// The same table, one step on.
let notesWithTags: [Migration] =
    notes + [
        Migration(
            version: 2, sql: "ALTER TABLE note ADD COLUMN tag TEXT; PRAGMA user_version = 2;")
    ]

let notesOptions = StoreOptions(busyTimeout: 2000, applicationID: 77)

/// Where a test's store is: each law holds in both.
enum World: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, file
    var description: String { rawValue }

    func store(in folder: TemporaryFolder, options: StoreOptions = notesOptions) throws -> Store {
        switch self {
        case .memory: try Store.open(.memory, migrations: notes, options: options)
        case .file: try Store.open(.file(folder.database), migrations: notes, options: options)
        }
    }
}

/// A folder of its own for a test, gone with it.
final class TemporaryFolder: Sendable {
    private static let count = Atomic(0)
    let path: String

    init() {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        path = "/tmp/sluice-store-\(getpid())-\(number)"
        mkdir(path, 0o700)
    }

    deinit {
        for name in allNames { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    var database: String { path + "/cache.db" }

    /// The names of the files in it, in order, the lock's aside.
    var names: [String] { allNames.filter { !$0.hasSuffix(".lock") } }

    var allNames: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// What a file is, to see that nobody wrote to it.
struct FileState: Equatable {
    var bytes: [UInt8]
    var seconds: Int
    var nanoseconds: Int
    var mode: UInt32

    init?(_ path: String) {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var status = stat()
        fstat(fileno(file), &status)
        bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard fread(&bytes, 1, bytes.count, file) == bytes.count else { return nil }
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        mode = status.st_mode & 0o777
    }
}

/// Writes bytes into a file, from `offset`; makes it when it is missing.
func write(_ bytes: [UInt8], to path: String, at offset: Int = 0) {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    pwrite(file, bytes, bytes.count, offset)
    close(file)
}

/// A connection beside the store's, as another process has one.
func otherConnection(to path: String, busyTimeout: Int32 = 0) throws -> Connection {
    try Connection(
        opening: path, path: path, options: StoreOptions(busyTimeout: busyTimeout),
        counters: StoreCounters())
}

extension Store {
    func add(_ texts: String...) async throws(StoreError) {
        try await write { db throws(StoreError) in
            for text in texts { try db.run("INSERT INTO note (text) VALUES (?1)", text) }
        }
    }

    func texts() throws(StoreError) -> [String] {
        try read { db throws(StoreError) in
            var texts: [String] = []
            try db.each("SELECT text FROM note ORDER BY id") { texts.append($0.text(0)) }
            return texts
        }
    }
}

/// The error that `body` throws, or nil.
func storeError<T>(_ body: () async throws -> T) async -> StoreError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? StoreError
    }
}

/// Whether a closure was run, on whatever thread.
final class Ran: Sendable {
    private let flag = Atomic(false)
    var happened: Bool { flag.load(ordering: .sequentiallyConsistent) }
    func note() { flag.store(true, ordering: .sequentiallyConsistent) }
}

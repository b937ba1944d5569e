import Glibc
import SluiceFlow
import SluiceHTTP
import SluiceStore
import Testing
import Users

@testable import UserServices

/// S10 from the top.
@Suite struct `Doctor` {
    private let world = World()

    private func write(_ byte: UInt8, at offset: Int, of path: String) {
        let file = open(path, O_WRONLY)
        _ = withUnsafePointer(to: byte) { pwrite(file, $0, 1, off_t(offset)) }
        close(file)
    }

    private func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    @Test func `S10: a filled cache is sound, and one byte of a name is enough for it not to be`()
        async throws
    {
        let directories = world.directories()
        let choice = DirectoryChoice(profile: "sample")
        let service = try await directories.open(choice).value().service
        _ = try await service.sync(full: true).value()
        let path = world.paths.cacheFile
        let sound = try await service.examineCache().value()
        #expect(sound.isSound)
        #expect(!sound.isIndexRebuilt)
        #expect(sound.path == path)

        let user = try await service.user("500", .offline).value().value
        let name = Array(try #require(user.email).utf8)
        // The log has the newest pages: a copy that is closed has them in the file.
        for store in [try UserCache.openStore(.file(path))] {
            try await store.write { db throws(StoreError) in
                try db.run("UPDATE person SET email = email WHERE id = '500'")
            }
            try await store.close()
        }
        try await checkpoint(path)
        let all = bytes(of: path)
        let place = try #require(
            (0..<all.count - name.count).last { all[$0..<$0 + name.count].elementsEqual(name) })
        write(name[0] ^ 1, at: place, of: path)

        let fresh = world.directories()
        let damaged = try await fresh.open(choice).value().service
        let report = try await damaged.examineCache().value()
        #expect(report.damagedRows == 1)
        #expect(report.setAside == path + ".damaged-1")
        // The same directories open a new file, and a sync fills it.
        let again = try await fresh.open(choice).value()
        #expect(again.warnings == [])
        #expect(try await again.service.sync(full: false).value().inserted == 1000)
        #expect(try await again.service.examineCache().value().isSound)
    }

    private func checkpoint(_ path: String) async throws {
        let store = try UserCache.openStore(.file(path))
        try await store.write { db throws(StoreError) in
            try db.run("UPDATE directory SET epoch = epoch")
        }
        _ = try? await store.examine()
        try await store.close()
    }
}

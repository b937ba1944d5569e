import Glibc
import SluiceStore
import Synchronization
import Testing
import Users

@testable import UserServices

/// Where a test's cache is: each law holds in both.
enum CacheWorld: String, CaseIterable, Sendable, CustomStringConvertible {
    case memory, file
    var description: String { rawValue }
}

/// A cache of its own for a test, and what its file is.
final class CacheFixture: Sendable {
    private static let count = Atomic(0)
    let path: String
    let store: Store
    let cache: UserCache

    init(_ world: CacheWorld = .memory) throws {
        let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        path = "/tmp/sluice-cache-\(getpid())-\(number).db"
        store = try UserCache.openStore(world == .memory ? .memory : .file(path))
        cache = UserCache(store, server: "https://dir.example", account: "ana")
        try #require(store.notices.isEmpty)
    }

    deinit { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }

    /// Writes people who were fetched at `now`.
    @discardableResult
    func upsert(
        _ users: [User], delivering fields: UserFields = .all, now: Int64 = 1
    ) async throws -> UpsertCounts {
        try await cache.upsert(users, delivering: fields, ticket: try cache.ticket(), now: now)
    }

    /// Everyone's id, in order.
    func ids() async throws -> [String] { try await cache.users(.init()).map(\.id.rawValue) }

    /// Holds the search index against the rows: an entry too many or too few is an error.
    func checkIndex() async throws {
        try await store.write { db throws(StoreError) in
            try db.run(
                "INSERT INTO person_words (person_words, rank) VALUES ('integrity-check', 1)")
            let lost = try db.first(
                """
                SELECT count(*) FROM person LEFT JOIN visit ON visit.person = number
                WHERE visit.person IS NULL
                """
            ) { $0.integer(0) }
            #expect(lost == 0)
        }
    }
}

/// Someone whose fields are all known.
func someone(_ id: Int, _ displayName: String = "Ana Brandt") -> User {
    User(
        id: User.ID("\(id)"), username: "user\(id)", displayName: displayName,
        email: "user\(id)@example.org", phone: "+49 30 \(id)", title: "Engineer",
        department: "Research", isActive: true, avatarURL: "https://example.org/\(id).png",
        updatedAt: 1_700_000_000_000, attributes: ["room": "\(id)"])
}

extension User {
    /// The same person as fetched at a time.
    func fetched(at time: Int64) -> User {
        var user = self
        user.fetchedAt = time
        return user
    }
}

/// Numbers that are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {  // SplitMix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

import Glibc
import SluiceStore
import UserServices
import Users

/// Caches with people in them, each made once for all figures that read from it.
@MainActor
final class StoreFixture {
    nonisolated static let server = "https://directory.example"

    let scratch: Scratch
    private var million: UserCache?
    private var hundredThousand: UserCache?

    init() throws { scratch = try Scratch() }

    /// A cache in a new file.
    func empty() throws -> UserCache {
        try Self.cache(scratch.fresh("upsert.db"))
    }

    /// A cache of 100,000 people.
    func full() async throws -> UserCache {
        if let hundredThousand { return hundredThousand }
        let made = try Self.cache(scratch.fresh("full.db"))
        try await Self.fill(made, 0..<People.count)
        hundredThousand = made
        return made
    }

    /// A cache of 1,000,000 people.
    func large() async throws -> UserCache {
        if let million { return million }
        let made = try Self.cache(scratch.fresh("large.db"))
        for start in stride(from: 0, to: 1_000_000, by: 100_000) {
            try await Self.fill(made, start..<start + 100_000)
        }
        million = made
        return made
    }

    /// The path of a cache's file.
    static func path(of cache: UserCache) -> String {
        if case .file(let path) = cache.store.location { path } else { "" }
    }

    private static func cache(_ path: String) throws -> UserCache {
        UserCache(
            try UserCache.openStore(.file(path)), server: server, account: "",
            profile: ProfileIdentity(name: "bench", text: "1"))
    }

    /// Changes everyone of a file of a million, 10,000 at a time, for ever; says so after each of them.
    static func rewrite(_ path: String) async throws {
        let cache = try cache(path)
        for round in 1... {
            for start in stride(from: 0, to: 1_000_000, by: 10_000) {
                let users = (start..<start + 10_000).map { number in
                    var user = People.user(number)
                    user.displayName = "\(user.displayName ?? "") \(round)"
                    return user
                }
                _ = try await cache.upsert(
                    users, delivering: .all, ticket: try cache.ticket(), now: Int64(round))
                print(start)
                fflush(nil)
            }
        }
    }

    private static func fill(_ cache: UserCache, _ numbers: Range<Int>) async throws {
        _ = try await cache.upsert(
            numbers.map(People.user), delivering: .all, ticket: try cache.ticket(), now: 1)
    }
}

import SluiceStore
import UserServices
import Users

/// The cache: writes of many, reads of one, and searches while a person types.
@MainActor
enum StoreFigures {
    static func all() throws -> [Figure] {
        let fixture = try StoreFixture()
        return [
            upsert(fixture), unchanged(fixture), keyRead(fixture), prepares(fixture),
            search(fixture, "p50", 0.5, budget: 0.05), search(fixture, "p99", 0.99, budget: 0.2),
            rewritten(fixture, "p50", 0.5, budget: 0.05),
            rewritten(fixture, "p99", 0.99, budget: 0.2),
            state(fixture),
        ]
    }

    private static func upsert(_ fixture: StoreFixture) -> Figure {
        Figure(
            name: "upsert of 100,000 with search index", unit: "ms", budget: .none, rounds: 3
        ) {
            let cache = try fixture.empty()
            let ticket = try cache.ticket()
            return try await milliseconds {
                _ = try await cache.upsert(
                    People.users, delivering: .all, ticket: ticket, now: 1)
            }
        } baseline: {
            let table = try BareTable(fixture.scratch.fresh("bare.db"))
            return milliseconds { table.add(People.users) }
        }
    }

    private static func unchanged(_ fixture: StoreFixture) -> Figure {
        Figure(
            name: "unchanged refresh of 100,000", unit: "ms", budget: .ratio(1.3), rounds: 5
        ) {
            let cache = try await fixture.full()
            let ticket = try cache.ticket()
            return try await milliseconds {
                _ = try await cache.upsert(People.users, delivering: .all, ticket: ticket, now: 2)
            }
        } baseline: {
            let table = try BareTable(fixture.scratch.fresh("bare.db"))
            table.add(People.users)
            return milliseconds { table.skip(People.users) }
        }
    }

    private static let reads = 100_000

    /// The id of each read: all over the table, in no order.
    private static let ids = (0..<reads).map { "\($0 &* 7919 % People.count)" }

    private static func keyRead(_ fixture: StoreFixture) -> Figure {
        Figure(name: "key read, single", unit: "us", budget: .value(5)) {
            let cache = try await fixture.full()
            return try await processorNanoseconds(per: reads) {
                for id in ids { consume(try cache.user(id: User.ID(id))) }
            } / 1000
        } baseline: {
            let bare = try BareCache(StoreFixture.path(of: try await fixture.full()))
            return await processorNanoseconds(per: reads) {
                for id in ids { consume(bare.user(id)) }
            } / 1000
        }
    }

    private static func prepares(_ fixture: StoreFixture) -> Figure {
        Figure(
            name: "key read, prepares after warm-up", unit: "count", budget: .value(0), rounds: 1
        ) {
            let cache = try await fixture.full()
            _ = try cache.user(id: "7")
            let before = cache.store.counters.prepares
            for id in ids { consume(try cache.user(id: User.ID(id))) }
            return Double(cache.store.counters.prepares - before)
        }
    }

    // MARK: Search

    /// Each beginning, of one to three letters, of a word that people have.
    private static let typed: [String] = {
        var typed: Set<String> = []
        for user in People.users.prefix(2000) {
            let words = [user.displayName, user.email].compactMap(\.self).joined(separator: " ")
            for word in words.lowercased().split(whereSeparator: { " .@".contains($0) }) {
                for count in 1...3 { typed.insert(String(word.prefix(count))) }
            }
        }
        return typed.sorted()
    }()

    /// The best of so many counts for a text: what differs between texts is meant, not what else runs.
    private nonisolated static let tries = 3

    private static func search(
        _ fixture: StoreFixture, _ name: String, _ share: Double, budget: Double
    ) -> Figure {
        Figure(
            name: "search over 1,000,000, \(name)", unit: "ms", budget: .value(budget), rounds: 3
        ) {
            try await times(of: typed, in: try await fixture.large(), share)
        } baseline: {
            let bare = try BareCache(StoreFixture.path(of: try await fixture.large()))
            let queries = typed.compactMap { SearchWords.prefixQuery($0) }
            for query in queries { consume(bare.search(query)) }
            return percentile(
                queries.map { query in
                    (0..<tries).map { _ in milliseconds { consume(bare.search(query)) } }.min() ?? 0
                }, share)
        }
    }

    /// Off the main actor, as a service searches: no hop of its caller's is in it.
    @concurrent
    private nonisolated static func times(
        of typed: [String], in cache: UserCache, _ share: Double
    ) async throws -> Double {
        for text in typed { consume(try await cache.search(text)) }
        var times: [Double] = []
        for text in typed {
            var best = Double.infinity
            for _ in 0..<tries {
                best = min(best, try await milliseconds { consume(try await cache.search(text)) })
            }
            times.append(best)
        }
        return percentile(times, share)
    }

    /// The same while another process changes everyone; what it prints is let go of.
    private static func rewritten(
        _ fixture: StoreFixture, _ name: String, _ share: Double, budget: Double
    ) -> Figure {
        Figure(
            name: "search over 1,000,000 being rewritten, \(name)", unit: "ms",
            budget: .value(budget), rounds: 3
        ) {
            let cache = try await fixture.large()
            let writer = try Child(role: .rewrite, [StoreFixture.path(of: cache)])
            _ = writer.line()  // it has begun
            writer.drain()
            let time = try await times(of: typed, in: cache, share)
            withExtendedLifetime(writer) {}
            return time
        }
    }

    private static func state(_ fixture: StoreFixture) -> Figure {
        Figure(name: "state of a cache of 100,000", unit: "ms", budget: .none) {
            let cache = try await fixture.full()
            return try await milliseconds { consume(try await cache.state()) }
        }
    }
}

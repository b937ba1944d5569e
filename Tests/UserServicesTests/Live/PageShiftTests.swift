import FoundationEssentials
import SluiceFlow
import SluiceHTTP
import SluiceStore
import Synchronization
import Testing
import Users

@testable import UserServices

/// How many seeded runs there are; `make faults` asks for more.
let seededRuns = ProcessInfo.processInfo.environment["SLUICE_RUNS"].flatMap { Int($0) }

/// S6 against a server that changes while it is read: rows are added and removed before each page, so
/// that numbered pages shift. 508 of 1,000 simulated sweeps removed somebody who exists.
@Suite struct PageShiftTests {
    @Test(arguments: 0..<(seededRuns.map { $0 / 25 } ?? 2))
    func `S6: nobody who exists is removed, and whoever is gone goes in the end`(
        group: Int
    ) async throws {
        for seed in group * 25..<group * 25 + 25 { try await run(UInt64(seed)) }
    }

    private func run(_ seed: UInt64) async throws {
        let numbers = Mutex(SeededNumbers(seed: seed))
        let server = PagedServer(Array(1...35))
        let world = World(server: server.transport)
        try SmallFile.replace(
            world.paths.profiles + "/paged.json", with: Array(PagedServer.profile.utf8))
        let service = try await world.service("paged")
        _ = try await service.sync(full: true).value()
        let always = Set(1...35).subtracting([3, 9, 14, 21, 30, 34])

        server.change { state in
            state.beforePage = { page, state in
                numbers.withLock { numbers in
                    // Only those six come and go; everyone else is there all the while.
                    for id in [3, 9, 14, 21, 30, 34] {
                        guard Int.random(in: 0..<3, using: &numbers) == 0 else { continue }
                        if let place = state.ids.firstIndex(of: id) {
                            state.ids.remove(at: place)
                        } else {
                            state.ids.insert(
                                id, at: Int.random(in: 0...state.ids.count, using: &numbers))
                        }
                    }
                    if Int.random(in: 0..<8, using: &numbers) == 0 {
                        state.faults[page + 1] = .timedOut
                    }
                }
            }
        }
        for _ in 0..<3 {
            _ = await failure { _ = try await service.sync(full: false).value() }
            let cached = try await cachedIDs(service)
            #expect(always.isSubset(of: cached), "seed \(seed)")
        }
        server.change {
            $0.beforePage = nil
            $0.faults = [:]
        }
        for _ in 0..<3 { _ = try await service.sync(full: true).value() }
        #expect(
            try await cachedIDs(service) == Set(server.state.withLock { $0.ids }), "seed \(seed)")
    }

    private func cachedIDs(_ service: any UserService) async throws -> Set<Int> {
        let users = try await service.users(ListQuery(all: true), .offline).value().value.users
        return Set(users.compactMap { Int($0.id.rawValue) })
    }
}

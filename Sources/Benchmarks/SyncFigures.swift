import SluiceFlow
import UserServices
import Users

/// A whole directory, from a server on loopback into the cache.
@MainActor
enum SyncFigures {
    static func all() throws -> [Figure] {
        [sync(Server(), try Scratch())]
    }

    private static func sync(_ server: Server, _ scratch: Scratch) -> Figure {
        Figure(
            name: "sync of 100,000 from loopback", unit: "ms", budget: .ratio(1.25), rounds: 3
        ) {
            let profile = scratch.write(People.profile, to: "bench.json")
            let directories = LiveDirectories(
                paths: ServicePaths(
                    config: scratch.path, state: scratch.path, cache: scratch.path),
                clock: ContinuousClock(), now: { 1_800_000_000_000 })
            let choice = DirectoryChoice(
                profile: profile, baseURL: try server.base(), cache: scratch.fresh("sync.db"))
            let service = try await directories.open(choice).value().service
            return try await milliseconds {
                let report = try await service.sync(full: true).value()
                guard report.inserted == People.count else {
                    throw Child.Failure("synced \(report.inserted) only", 0)
                }
            }
        } baseline: {
            let (base, bare) = (try server.base(), try BareCurl())
            defer { bare.stop() }
            let table = try BareTable(scratch.fresh("bare.db"))
            return await milliseconds {
                for page in 0..<People.count / People.pageSize {
                    let url = "\(base)/users?page=\(page + 1)&per_page=\(People.pageSize)"
                    consume(await bare.get(url))
                    let first = page * People.pageSize
                    table.add(People.users[first..<first + People.pageSize], from: first)
                }
            }
        }
    }
}

import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// A program's folders, its clock, and the server that its requests reach: a world for one test.
final class World: Sendable {
    let folder: String
    /// Where its files are.
    let paths: WorldPaths
    /// What the clock says; milliseconds since 1970.
    let time = Mutex<Int64>(1_800_000_000_000)
    /// How many transports were made: none, as long as nothing was asked.
    let transports = Mutex(0)
    let server: any Transport
    /// What waits: no pause takes time, unless a test needs it to.
    let clock: any Clock<Duration>

    init(
        server: any Transport = StubTransport([]), clock: any Clock<Duration> = BriefClock()
    ) {
        self.server = server
        self.clock = clock
        let random = UInt64.random(in: .min ... .max)
        folder = "/tmp/sluice-tests-\(String(random, radix: 16))"
        paths = WorldPaths(
            service: ServicePaths(
                config: folder + "/config", state: folder + "/state", cache: folder + "/cache"))
    }

    deinit { RemoveFolder.run(folder) }

    func pass(milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    /// The directories, as a new run of the program makes them.
    func directories(_ paths: ServicePaths? = nil) -> LiveDirectories {
        LiveDirectories(
            paths: paths ?? self.paths.service, clock: clock,
            now: { self.time.withLock { $0 } },
            transport: {
                self.transports.withLock { $0 += 1 }
                return self.server
            })
    }

    func open(_ choice: DirectoryChoice) async throws -> OpenDirectory {
        try await directories().open(choice).value()
    }

    func service(
        _ profile: String = "sample", baseURL: String? = nil
    ) async throws -> any UserService {
        try await open(DirectoryChoice(profile: profile, baseURL: baseURL)).service
    }
}

/// The folders of a world, all of which there are.
@dynamicMemberLookup struct WorldPaths: Sendable {
    let service: ServicePaths

    subscript(dynamicMember path: KeyPath<ServicePaths, String?>) -> String {
        service[keyPath: path] ?? ""
    }

    func syncLock(_ directory: String, account: String) -> String {
        service.syncLock(directory, account: account) ?? ""
    }
}

/// The code of the error that `work` fails with; nil when it doesn't.
func failure(_ work: () async throws -> Void) async -> ServiceError? {
    do {
        try await work()
        return nil
    } catch {
        return error as? ServiceError
    }
}

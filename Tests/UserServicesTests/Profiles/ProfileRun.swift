import SluiceFlow
import Testing
import Users

@testable import UserServices

/// A profile that is written out on the page, run against a server of a test's.
struct ProfileRun {
    let service: LiveUserService
    let world: World

    init(_ name: String, _ exchanges: Exchanges) async throws {
        world = World(server: exchanges.transport)
        service = try await world.own(name, try #require(try ProfilePage().profiles[name]))
    }

    /// Logs in as somebody whose password, or key, is mostly right.
    func login(_ password: String = "pw") async throws {
        _ = try await service.login(Credentials(name: "ana", password: password)).value()
    }

    /// The tokens as they are written.
    func keptTokens() throws -> String { try text(world.paths.tokens) }

    /// The cache as it is written.
    func keptCache() throws -> String {
        try text(world.paths.cacheFile + "-wal") + text(world.paths.cacheFile)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try SmallFile.read(path), as: UTF8.self)
    }
}

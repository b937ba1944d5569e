import SluiceFlow
import Testing
import Users

@testable import UserServices

/// A program that no folder is named to.
@Suite struct `Without a home` {
    private let world = World()

    @Test func `nothing is written, the login lasts for this run, and one warning names HOME`()
        async throws
    {
        let directories = world.directories(ServicePaths(environment: ["HOME": "relative"]))
        let opened = try await directories.open(DirectoryChoice()).value()
        #expect(opened.warnings.count == 1)
        #expect(
            opened.warnings.first?.hasPrefix(
                "HOME names no folder, so the cache, a login and the choice of a directory last")
                == true)
        #expect(opened.cacheFault?.errorCode == .storage)
        #expect(try await opened.service.sync(full: false).value().inserted == 1000)
        _ = try await opened.service.login(Credentials(name: "demo", password: "demo")).value()
        try await directories.remember(DirectoryChoice(profile: "kinto")).value()

        let again = try await directories.open(DirectoryChoice(profile: "sample")).value()
        #expect(again.session == Session(state: .loggedIn, account: "demo"))
        #expect(again.warnings == [])
        let status = try await again.service.status().value()
        #expect(status.cachePath == nil && status.tokenPath == nil)
        #expect(
            try await directories.profiles().value().map(\.origin).allSatisfy { $0 == "built in" })
        #expect(SmallFile.names(in: "relative") == [] && SmallFile.names(in: "sluice") == [])
        let other = world.directories(ServicePaths(environment: [:]))
        #expect(try await other.open(DirectoryChoice()).value().session.state == .guest)
    }

    @Test func `what is named is used, and the warning says what isn't`() async throws {
        let paths = ServicePaths(environment: ["XDG_CACHE_HOME": world.folder])
        let opened = try await world.directories(paths).open(DirectoryChoice()).value()
        #expect(opened.cacheFault == nil)
        #expect(
            opened.warnings.first?.hasPrefix(
                "HOME names no folder, so a login and the choice of a directory last for") == true)
        #expect(SmallFile.mode(of: world.folder + "/sluice/cache.db") != nil)
    }
}

import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// A token whose end is known, as time passes.
@Suite struct `Expiry` {
    private static let profile = #"""
        {"name":"t","baseURL":"https://a.example","fields":{"id":"id"},"list":{"path":"/u"},
         "auth":{"scheme":"token","login":{"path":"/login","token":"t","expiresIn":"left",
                 "body":{"name":"{name}","password":"{password}"}}}}
        """#
    private let exchanges = Exchanges { asked in
        asked.line == "POST /login" ? .json(#"{"t":"t0ken","left":3600}"#) : .json(#"[{"id":"7"}]"#)
    }

    @Test func `a login is expired when its known time has passed, also in a program that runs on`()
        async throws
    {
        let world = World(server: exchanges.transport)
        let service = try await world.own("t", Self.profile)
        _ = try await service.login(Credentials(name: "ana", password: "x")).value()
        func state() async throws -> Session.State {
            let whoAmI = try await service.whoAmI(.cached()).value().state
            #expect(try await service.whoAmI(.offline).value().state == whoAmI)
            #expect(try await service.status().value().session.state == whoAmI)
            // As another run of the program sees it.
            #expect(
                try await world.open(DirectoryChoice(profile: "t")).session.state == whoAmI)
            return whoAmI
        }
        world.pass(milliseconds: 3_599_999)
        #expect(try await state() == .loggedIn)
        world.pass(milliseconds: 1)
        #expect(try await state() == .expired)
        #expect(exchanges.lines == ["POST /login"])
    }

    @Test func `what the server says of a token counts for more than its time`() async throws {
        let world = World(server: exchanges.transport)
        let service = try await world.own("t", Self.profile)
        _ = try await service.login(Credentials(name: "ana", password: "x")).value()
        world.pass(milliseconds: 3_600_000)
        #expect(try await service.status().value().session.state == .expired)
        _ = try await service.users(ListQuery(), .fresh).value()
        #expect(try await service.status().value().session.state == .loggedIn)
        _ = try await service.login(Credentials(name: "ana", password: "x")).value()
        world.pass(milliseconds: 3_600_000)
        #expect(try await service.status().value().session.state == .expired)
    }
}

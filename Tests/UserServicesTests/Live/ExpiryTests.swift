import SluiceFlow
import SluiceHTTP
import Synchronization
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

    @Test func `a session that the server has ended is expired in the next run too`() async throws {
        let status = Mutex(200)
        let exchanges = Exchanges { asked in
            asked.line == "POST /login"
                ? .json(#"{"t":"t0ken"}"#) : .json(#"[{"id":"7"}]"#, status.withLock { $0 })
        }
        let world = World(server: exchanges.transport)
        func state(_ name: String? = nil) async throws -> Session.State {
            try await world.open(DirectoryChoice(profile: "t", account: name)).session.state
        }
        let first = try await world.own("t", Self.profile)
        for name in ["bo", "ana"] {
            _ = try await first.login(Credentials(name: name, password: "x")).value()
        }
        status.withLock { $0 = 401 }
        let error = await failure { _ = try await first.users(ListQuery(), .fresh).value() }
        #expect(error?.errorCode == .sessionExpired)
        #expect(try await state() == .expired)
        #expect(try await state("bo") == .loggedIn)
        // Another run, to which the server says that it knows the session after all.
        status.withLock { $0 = 200 }
        let second = try await world.service("t")
        #expect(try await second.status().value().session.state == .expired)
        _ = try await second.users(ListQuery(), .fresh).value()
        #expect(try await second.status().value().session.state == .loggedIn)
        #expect(try await state() == .loggedIn)
        // It counts each time anew, and a login ends it too.
        status.withLock { $0 = 401 }
        _ = await failure { _ = try await second.users(ListQuery(), .fresh).value() }
        #expect(try await state() == .expired)
        _ = try await first.login(Credentials(name: "ana", password: "x")).value()
        #expect(try await state() == .loggedIn)
    }

    @Test func `a token that isn't kept isn't kept for having expired`() async throws {
        let exchanges = Exchanges { _ in .json("{}", 401) }
        let world = World(server: exchanges.transport)
        _ = try await world.own("t", Self.profile)
        let choice = DirectoryChoice(profile: "t", account: "ana", token: "t0ken")
        let service = try await world.open(choice).service
        let error = await failure { _ = try await service.users(ListQuery(), .fresh).value() }
        #expect(error?.errorCode == .sessionExpired)
        #expect(try await service.status().value().session.state == .expired)
        #expect(try await service.status().value().tokenMode == nil)
    }
}

import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// Accounts that are asked for by name, and tokens that may go to one place only.
@Suite struct `Accounts` {
    private let world = World()

    private func open(_ account: String?) async throws -> OpenDirectory {
        try await world.open(DirectoryChoice(profile: "sample", account: account))
    }

    @Test func `an account that isn't logged in is never answered as a guest`() async throws {
        _ = try await open(nil).service.user("7", .cached()).value()
        let opened = try await open("ana")
        #expect(opened.session == Session(state: .loggedOut, account: "ana"))
        let service = opened.service
        let calls: [() async throws -> Void] = [
            { _ = try await service.user("7", .cached()).value() },
            { _ = try await service.users(ListQuery(), .fresh).value() },
            { _ = try await service.search(SearchQuery("an"), .cached()).value() },
            { _ = try await service.sync(full: false).value() },
            { _ = try await service.whoAmI(.cached()).value() },
        ]
        for call in calls {
            let error = await failure(call)
            #expect(error?.errorCode == .notLoggedIn)
            #expect(error?.message == "ana is not logged in")
            #expect(error?.hint == "`sluice login ana` logs in.")
        }
        #expect(try await service.status().value().session.account == "ana")
        #expect(try await service.whoAmI(.offline).value().state == .loggedOut)
        let error = await failure { _ = try await service.user("7", .offline).value() }
        #expect(error?.errorCode == .notCached)
        _ = try await service.login(Credentials(name: "demo", password: "demo")).value()
        #expect(try await service.user("7", .cached()).value().source == .server)
    }

    @Test func `an account's cached people stay its own to read, until it logs out`() async throws {
        _ = try await open(nil).service.login(Credentials(name: "demo", password: "demo")).value()
        _ = try await open("demo").service.user("7", .cached()).value()
        RemoveFolder.run(world.paths.tokens)
        let service = try await open("demo").service
        #expect(try await service.user("7", .cached()).value().source == .cache)
        #expect(try await service.user("7", .offline).value().value.id == "7")
        let error = await failure { _ = try await service.user("7", .fresh).value() }
        #expect(error?.errorCode == .notLoggedIn)
        let out = try await service.logout(.cached()).value()
        #expect(out == Session(state: .loggedOut, account: "demo"))
        #expect(await failure { _ = try await service.user("7", .offline).value() } != nil)
    }

    @Test func `the guests' own name is no other account`() async throws {
        #expect(try await open("guest").session == Session(state: .guest, account: "guest"))
        #expect(try await open("guest").service.user("7", .cached()).value().value.id == "7")
    }

    @Test func `P12: a token goes to no server by way of another profile`() async throws {
        let headers = Mutex<[String]>([])
        let login =
            ##""auth":{"scheme":"token","login":{"path":"/login","token":"t","body":{"p":"{password}"}}},"##
        let server = StubTransport { request in
            headers.withLock { $0 += request.headers.fields.map(\.value) }
            return HTTPResponse(status: 200, text: #"{"t":"hunter2","id":7,"login":"x"}"#)
        }
        let world = World(server: server)
        let profile = PagedServer.profile.replacing("\"envelope\"", with: login + "\"envelope\"")
        for (name, header) in [("paged", "Authorization"), ("other", "X-Key")] {
            let text = profile.replacing(#""name":"paged""#, with: "\"name\":\"\(name)\"")
                .replacing(
                    #""scheme":"token""#, with: "\"scheme\":\"token\",\"header\":\"\(header)\"")
            try SmallFile.replace(world.paths.profiles + "/\(name).json", with: Array(text.utf8))
        }
        let paged = try await world.service("paged")
        _ = try await paged.login(Credentials(name: "ana", password: "secret")).value()
        let other = try await world.open(DirectoryChoice(profile: "other"))
        #expect(other.session.state == .loggedOut)
        headers.withLock { $0 = [] }
        _ = try await other.service.user("7", .cached()).value()
        #expect(headers.withLock { $0.contains { $0.contains("hunter2") } } == false)
        #expect(try await world.open(DirectoryChoice(profile: "paged")).session.account == "ana")
    }

    @Test func `a damaged file of tokens is kept beside, and said once`() async throws {
        try SmallFile.replace(world.paths.tokens, with: Array("{\"sample".utf8))
        let opened = try await open(nil)
        #expect(
            opened.warnings == [
                "The file of tokens was damaged, and is kept as “\(world.paths.tokens).damaged”; "
                    + "`sluice login NAME` makes a new one"
            ])
        #expect(try await open(nil).warnings == [])
        #expect(try SmallFile.read(world.paths.tokens + ".damaged") == Array("{\"sample".utf8))
    }

    @Test func `the status warns of tokens that others may read`() async throws {
        let service = try await open(nil).service
        _ = try await service.login(Credentials(name: "demo", password: "demo")).value()
        #expect(try await service.status().value().notices == [])
        let text = try SmallFile.read(world.paths.tokens)
        try SmallFile.replace(world.paths.tokens, with: text, mode: 0o644)
        let notices = try await service.status().value().notices
        #expect(notices.count == 1 && notices[0].contains("mode 0644"))
    }

    @Test func `offline a logout is local, and says that the server wasn't told`() async throws {
        for (url, freshness) in [
            ("sample:", Freshness.offline), ("sample:?fault=offline", .cached()),
            ("sample:?fault=status503", .cached()),
        ] {
            _ = try await open(nil).service
                .login(Credentials(name: "demo", password: "demo")).value()
            _ = try await open(nil).service.user("7", .cached()).value()
            let choice = DirectoryChoice(profile: "sample", baseURL: url)
            let service = try await world.open(choice).service
            let out = try await service.logout(freshness).value()
            #expect(out.state == .guest)
            #expect(out.notices.count == 1 && out.notices[0].contains("wasn't told"), "\(url)")
            #expect(try await open(nil).session.state == .guest)
            let named = try await open("demo").service
            #expect(await failure { _ = try await named.user("7", .offline).value() } != nil)
        }
        _ = try await open(nil).service.login(Credentials(name: "demo", password: "demo")).value()
        #expect(try await open(nil).service.logout(.cached()).value().notices == [])
    }

    @Test func `who could not be asked is said with what is known`() async throws {
        for (url, word) in [
            ("sample:?fault=offline", "reached"), ("sample:?fault=status503", "503"),
        ] {
            let service = try await world.service(baseURL: url)
            let session = try await service.whoAmI(.cached()).value()
            #expect(session.state == .guest && session.account == "guest")
            #expect(session.notices.count == 1)
            #expect(session.notices.first?.contains(word) == true)
            #expect(session.notices.first?.hasSuffix("; this is what is known here") == true)
        }
        let service = try await open(nil).service
        #expect(try await service.whoAmI(.cached()).value().notices == [])
        #expect(try await service.whoAmI(.offline).value().notices.count == 1)
    }
}

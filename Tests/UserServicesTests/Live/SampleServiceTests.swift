import SluiceFlow
import Synchronization
import Testing
import Users

@testable import UserServices

/// The service over the sample directory: everything but a network.
@Suite struct `Service over the sample` {
    private let world = World()

    @Test func `shows a person, from the server first and then from the cache`() async throws {
        let service = try await world.service()
        let first = try await service.user("7", .cached()).value()
        #expect(first.source == .server)
        #expect(first.value.id == "7")
        #expect(first.value.displayName == "Anders Abara")
        world.pass(milliseconds: 1_000)
        let second = try await service.user("7", .cached()).value()
        #expect(second.source == .cache)
        #expect(second.age == 1_000)
        #expect(second.value.displayName == first.value.displayName)
        world.pass(milliseconds: 300_000)
        #expect(try await service.user("7", .cached()).value().source == .server)
        #expect(try await service.user("7", .cached(maxAge: 0)).value().source == .server)
        // No transport of the network's was made.
        #expect(world.transports.withLock { $0 } == 0)
    }

    @Test func `finds a person by id, by username and by address`() async throws {
        let service = try await world.service()
        let who = ["7", "anders.abara", "ANDERS.ABARA@example.test"]
        for name in who {
            #expect(try await service.user(name, .fresh).value().value.id == "7")
        }
        // And from the cache alone.
        for name in who {
            #expect(try await service.user(name, .offline).value().value.id == "7")
        }
    }

    @Test func `says which person isn't there`() async throws {
        let service = try await world.service()
        for who in ["999999", "nobody.at-all", "../me", "07"] {
            let error = await failure { _ = try await service.user(who, .cached()).value() }
            #expect(error?.errorCode == .notFound, "\(who)")
            #expect(error?.message.contains(who) == true)
        }
        let offline = await failure { _ = try await service.user("8", .offline).value() }
        #expect(offline?.errorCode == .notCached)
    }

    @Test func `lists a page, and says how many there are`() async throws {
        let service = try await world.service()
        let answer = try await service.users(ListQuery(page: 2, perPage: 10), .cached()).value()
        #expect(answer.source == .server)
        #expect(answer.value.users.map(\.id.rawValue) == (11...20).map(String.init))
        #expect(answer.value.total == 1000)
        #expect(answer.value.hasNext)
        let beyond = try await service.users(ListQuery(page: 200), .fresh).value()
        #expect(beyond.value.users.isEmpty && !beyond.value.hasNext)
        let offline = try await service.users(ListQuery(), .offline).value()
        #expect(offline.value.users.count == 10)
        #expect(offline.notices == ["The cache may be incomplete: 10 people, perhaps not everyone"])
    }

    @Test func `S6: syncs everyone once, and then finds nothing new`() async throws {
        let service = try await world.service()
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 1000))
        #expect(try await service.sync(full: false).value() == SyncReport(unchanged: 1000))
        let list = try await service.users(ListQuery(all: true), .cached()).value()
        #expect(list.source == .cache)
        #expect(list.value.users.count == 1000)
        #expect(list.notices == [])
        let status = try await service.status().value()
        #expect(status.cachedUsers == 1000)
        #expect(status.lastSync == 1_800_000_000_000)
        #expect(status.unfinishedSync == nil)
    }

    @Test func `lists by condition and order, whoever can do that`() async throws {
        let service = try await world.service()
        let query = ListQuery(
            all: true, conditions: [.init(field: "displayName", text: "RENE")], sort: "displayName")
        let list = try await service.users(query, .cached()).value().value.users
        #expect(list.count > 5)
        #expect(list.allSatisfy { $0.displayName?.hasPrefix("René") == true })
        let sorted = try await service.users(ListQuery(perPage: 3, sort: "username"), .fresh)
            .value()
        #expect(sorted.value.users.map { $0.username ?? "" }.sorted().first == "ana.abara")
        let error = await failure {
            _ = try await service.users(ListQuery(sort: "usrname"), .cached()).value()
        }
        #expect(error?.errorCode == .usage)
        #expect(error?.hint == "Did you mean username?")
    }

    @Test func `searches the server, and the cache when offline, saying whom that covers`()
        async throws
    {
        let service = try await world.service()
        let found = try await service.search(SearchQuery("obrien"), .cached()).value()
        #expect(found.source == .server)
        let quoted = try await service.search(SearchQuery("Seán O'Brien"), .cached()).value()
        #expect(quoted.value.map(\.id) == ["22"])
        let none = try await service.search(SearchQuery("qqqq"), .cached()).value()
        #expect(none.value.isEmpty)
        let offline = try await service.search(SearchQuery("sean"), .offline).value()
        #expect(offline.value.map(\.id) == ["22"])
        #expect(offline.notices.first?.hasPrefix("Searched the cache: ") == true)
    }

    @Test func `C5: each fault has its own error`() async throws {
        let codes: [(String, ServiceError.Code)] = [
            ("expired", .notLoggedIn), ("rejected", .rejected), ("offline", .unreachable),
            ("status503", .badStatus), ("html", .badAnswer),
        ]
        for (fault, code) in codes {
            let service = try await world.service(baseURL: "sample:?fault=\(fault)")
            let error = await failure { _ = try await service.user("7", .fresh).value() }
            #expect(error?.errorCode == code, "\(fault)")
        }
    }

    @Test func `P8: stale stands in for a server that can't answer, and never hides a refusal`()
        async throws
    {
        _ = try await world.service().user("7", .cached()).value()
        world.pass(milliseconds: 3_600_000)
        for fault in ["offline", "status503"] {
            let service = try await world.service(baseURL: "sample:?fault=\(fault)")
            let answer = try await service.user("7", .cached()).value()
            #expect(answer.source == .stale)
            #expect(answer.age == 3_600_000)
            #expect(answer.reason != nil)
            #expect(await failure { _ = try await service.user("7", .fresh).value() } != nil)
        }
        for fault in ["expired", "rejected", "html"] {
            let service = try await world.service(baseURL: "sample:?fault=\(fault)")
            let error = await failure { _ = try await service.user("7", .cached()).value() }
            #expect(error != nil, "\(fault)")
            // The cache keeps what it had.
            #expect(try await service.user("7", .offline).value().value.id == "7")
        }
    }

    @Test func `logs in, is remembered, and logs out with everything of the account`() async throws
    {
        let service = try await world.service()
        _ = try await service.user("7", .cached()).value()
        let session = try await service.login(Credentials(name: "demo", password: "demo")).value()
        #expect(session == Session(state: .loggedIn, account: "demo"))
        // Another account's cache is another one.
        #expect(await failure { _ = try await service.user("7", .offline).value() } != nil)
        _ = try await service.user("8", .cached()).value()

        let again = try await world.open(DirectoryChoice(profile: "sample"))
        #expect(again.session.state == .loggedIn && again.session.account == "demo")
        let whoAmI = try await again.service.whoAmI(.cached()).value()
        #expect(whoAmI.user?.username == "demo")
        #expect(try await again.service.status().value().tokenMode == "0600")

        let out = try await again.service.logout(.cached()).value()
        #expect(out == Session(state: .guest, account: "guest"))
        #expect(try await world.open(DirectoryChoice(profile: "sample")).session.state == .guest)
        _ = try await again.service.login(Credentials(name: "demo", password: "demo")).value()
        #expect(await failure { _ = try await again.service.user("8", .offline).value() } != nil)
    }

    @Test func `P12: a refused password stands nowhere`() async throws {
        let service = try await world.service()
        let error = await failure {
            _ = try await service.login(Credentials(name: "demo", password: "hunter2secret"))
                .value()
        }
        #expect(error?.errorCode == .credentialsRefused)
        #expect(!"\(String(reflecting: error))".contains("hunter2secret"))
        #expect(try await service.whoAmI(.offline).value().state == .guest)
    }

    @Test func `an ended session is told from one that never was`() async throws {
        _ = try await world.service().login(Credentials(name: "demo", password: "demo")).value()
        let service = try await world.service(baseURL: "sample:?fault=expired")
        let error = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(error?.errorCode == .sessionExpired)
        #expect(error?.status == 666)
        #expect(try await service.whoAmI(.offline).value().state == .expired)
    }
}

import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// Each shipped profile that has no real server here, against its API's documented exchanges.
@Suite struct `Shipped profiles` {
    private static let all: [ShippedProfile] = [
        .github, .gitlab, .gitea, .mattermost, .discourse, .nextcloud, .keycloak, .wordpress,
        .slack,
    ]

    private func service(
        _ shipped: ShippedProfile, _ exchanges: Exchanges, _ world: World
    ) async throws -> LiveUserService {
        let service = try #require(try await world.service(shipped.name) as? LiveUserService)
        let (name, password) = shipped.login
        let session = try await service.login(Credentials(name: name, password: password)).value()
        #expect(session == Session(state: .loggedIn, account: shipped.account))
        return service
    }

    @Test(arguments: all)
    func `is read to the end, page by page`(shipped: ShippedProfile) async throws {
        let exchanges = shipped.exchanges
        let world = World(server: exchanges.transport)
        let service = try await service(shipped, exchanges, world)
        let before = exchanges.lines.count
        let report = try await service.sync(full: false).value()
        #expect(report.inserted == shipped.ids.count && report.skipped.isEmpty)
        #expect(
            exchanges.lines.dropFirst(before).filter {
                !$0.contains("count") && !$0.contains("stats")
            } == shipped.pages)
        let everyone = try await service.users(ListQuery(all: true), .offline).value().value.users
        #expect(Set(everyone.map(\.id.rawValue)) == Set(shipped.ids))
        #expect(try await service.status().value().totalUsers == shipped.total)
    }

    @Test(arguments: all)
    func `gives one person, and nothing that the map doesn't name`(
        shipped: ShippedProfile
    ) async throws {
        let exchanges = shipped.exchanges
        let world = World(server: exchanges.transport)
        let service = try await service(shipped, exchanges, world)
        var wanted = shipped.person
        let found = try await service.user(wanted.id.rawValue, .fresh).value().value
        wanted.fetchedAt = found.fetchedAt
        #expect(found == wanted)
        let kept = try SmallFile.read(world.paths.cacheFile + "-wal")
        #expect(!String(decoding: kept, as: UTF8.self).contains("planted-secret"))
    }

    @Test(arguments: all.filter { $0.search != nil })
    func `is searched by the server, whatever is typed`(shipped: ShippedProfile) async throws {
        let exchanges = shipped.exchanges
        let service = try await service(shipped, exchanges, World(server: exchanges.transport))
        let search = try #require(shipped.search)
        let found = try await service.search(SearchQuery(search.text), .fresh).value().value
        #expect(found.map(\.id.rawValue) == search.ids)
    }

    @Test(arguments: all)
    func `keeps the server's words, and says what they mean`(shipped: ShippedProfile) async throws {
        let profile = try ProfileCatalog(folder: "/nonexistent").profile(shipped.name)
        for refusal in shipped.refusals {
            let exchanges = Exchanges { _ in refusal.response }
            let api = try DirectoryAPI(
                profile, transport: exchanges.transport, clock: BriefClock(),
                now: { 1_800_000_000_000 })
            let credential =
                refusal.code == .notLoggedIn ? nil : Credential(secret: "x", account: "ana")
            do throws(RequestError) {
                let pager = Pager(profile.list)
                _ = try await api.page(pager.first, pager, as: credential)
                Issue.record("\(refusal.body) passed")
            } catch {
                let failure = ServiceError(error, profile, now: 1_800_000_000_000)
                #expect(failure.errorCode == refusal.code, "\(refusal.body)")
                #expect(failure.serverCode == refusal.serverCode, "\(refusal.body)")
                #expect(failure.message.contains(refusal.words), "\(failure.message)")
            }
        }
    }

    @Test func `GitHub's 403 with no requests left is "later", and says how long`() async throws {
        let profile = try ProfileCatalog(folder: "/nonexistent").profile("github")
        let exchanges = Exchanges { _ in
            .json(
                #"{"message":"API rate limit exceeded for 203.0.113.7."}"#, 403,
                headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000090"])
        }
        let api = try DirectoryAPI(
            profile, transport: exchanges.transport, clock: BriefClock(),
            now: { 1_800_000_000_000 })
        do throws(RequestError) {
            _ = try await api.user("ana", as: nil)
            Issue.record("passed")
        } catch {
            let failure = ServiceError(error, profile, now: 1_800_000_000_000)
            #expect(failure.errorCode == .badStatus && failure.retryAfter == 90)
            #expect(failure.allowsStale)
        }
    }

    @Test func `what is typed is no qualifier of a search language`() {
        let typed = [
            "ana org:x", "-foo OR bar", #""quoted" (a) user:"b""#, "--", "o'brien@e.example",
        ]
        #expect(
            typed.map(Template.Escaper.words.escape) == [
                "ana org x", "foo or bar", "quoted a user b", "", "o brien@e.example",
            ])
    }
}

import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing
import Users

@testable import UserServices

/// S6: a list that ends before its end is no list of everyone, and removes nobody.
@Suite struct CutListTests {
    private static let profile = #"""
        {"name":"cut","baseURL":"http://cut.example",
         "list":{"path":"/people","items":"people",
                 "paging":{"kind":"cursor","path":"next","parameter":"from","more":"more",
                           "sizeParameter":"size","size":2}},
         "fields":{"id":"id"}}
        """#

    /// Four pages of two people each, of which the last is empty; without `cut`, all is well.
    private final class Server: Sendable {
        /// What stands as the cursor of the second page.
        let cut = Mutex<String?>(nil)

        var transport: StubTransport {
            StubTransport { [self] request throws(RequestError) in
                let page =
                    request.url.query?.contains("from=c2") == true
                    ? 2
                    : request.url.query?.contains("from=c3") == true
                        ? 3
                        : request.url.query?.contains("from=c4") == true ? 4 : 1
                // A page of nobody, and more behind it.
                let ids = page == 3 ? [] : [2 * page - 1, 2 * page]
                let next = (page == 2 ? cut.withLock { $0 } : nil) ?? "c\(page + 1)"
                let people = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
                return HTTPResponse(
                    status: 200,
                    text: #"{"people":[\#(people)],"next":"\#(next)","more":\#(page < 4)}"#)
            }
        }
    }

    private let server = Server()

    private func service() async throws -> (World, any UserService) {
        let world = World(server: server.transport)
        try SmallFile.replace(world.paths.profiles + "/cut.json", with: Array(Self.profile.utf8))
        return (world, try await world.service("cut"))
    }

    private func cached(_ service: any UserService) async throws -> [String] {
        try await service.users(ListQuery(all: true), .offline).value().value.users
            .map(\.id.rawValue)
    }

    @Test func `P9: an empty page that says there is more is not the end`() async throws {
        let (world, service) = try await service()
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 6))
        withExtendedLifetime(world) {}
    }

    @Test(arguments: ["", "c2"])
    func `more people, and no way to them, is an error each time and removes nobody`(
        _ cursor: String
    ) async throws {
        let (world, service) = try await service()
        _ = try await service.sync(full: false).value()
        server.cut.withLock { $0 = cursor }
        for _ in 1...3 {
            let error = await failure { _ = try await service.sync(full: false).value() }
            #expect(error?.errorCode == .badAnswer)
            #expect(
                error?.message
                    == "The server says that there are more than these 4 people, and not where")
            #expect(error?.hint?.contains("paging") == true)
            #expect(try await cached(service) == ["1", "2", "3", "4", "7", "8"])
        }
        let page = try await service.users(ListQuery(page: 2), .fresh).value()
        #expect(page.value.users.map(\.id) == ["3", "4"])
        #expect(page.notices == ["The server says that there are more people, and not where"])
        server.cut.withLock { $0 = nil }
        #expect(try await service.sync(full: false).value() == SyncReport(unchanged: 6))
        withExtendedLifetime(world) {}
    }

    @Test func `pages that lead in a circle are an error each time`() async throws {
        let (world, service) = try await service()
        server.cut.withLock { $0 = "c1" }
        for _ in 1...3 {
            let error = await failure { _ = try await service.sync(full: false).value() }
            #expect(error?.message.hasPrefix("The server's pages lead in a circle") == true)
        }
        withExtendedLifetime(world) {}
    }
}

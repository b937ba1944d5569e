import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// APIs that leave an empty list out, as Go's `omitempty` and the JSON of protocol buffers do.
@Suite struct OmittedListTests {
    private static func profile(_ optional: String) -> String {
        #"""
        {"name":"omits","baseURL":"http://omits.example",
         "envelope":{"code":"code","success":{"code":0}},
         "list":{"path":"/people","items":"data.people"\#(optional)},
         "search":{"path":"/search?q={text}","items":"data.people"\#(optional)},
         "fields":{"id":"id"}}
        """#
    }

    private func service(_ body: String, optional: Bool) async throws -> (World, any UserService) {
        let world = World(
            server: StubTransport { _ throws(RequestError) in HTTPResponse(status: 200, text: body)
            })
        try SmallFile.replace(
            world.paths.profiles + "/omits.json",
            with: Array(Self.profile(optional ? #","optional":true"# : "").utf8))
        return (world, try await world.service("omits"))
    }

    @Test(arguments: [#"{"code":0,"data":{"more":false}}"#, #"{"code":0}"#])
    func `a list that isn't there is nobody, where the profile says so`(_ body: String) async throws
    {
        let (world, service) = try await service(body, optional: true)
        #expect(try await service.users(ListQuery(), .fresh).value().value.users == [])
        #expect(try await service.search(SearchQuery("a"), .fresh).value().value == [])
        #expect(try await service.sync(full: false).value() == SyncReport())
        let error = await failure { _ = try await service.user("7", .cached()).value() }
        #expect(error?.errorCode == .notFound)
        withExtendedLifetime(world) {}
    }

    @Test func `else it is an error, and so is a refusal anyway`() async throws {
        let strict = try await service(#"{"code":0,"data":{}}"#, optional: false)
        let missing = await failure { _ = try await strict.1.users(ListQuery(), .fresh).value() }
        #expect(missing?.errorCode == .badAnswer)
        for (body, code) in [
            (#"{"code":7}"#, ServiceError.Code.rejected), ("[]", .rejected),
            (#"{"code":0,"data":{"people":7}}"#, .badAnswer),
        ] {
            let lax = try await service(body, optional: true)
            let error = await failure { _ = try await lax.1.users(ListQuery(), .fresh).value() }
            #expect(error?.errorCode == code, "\(body)")
        }
    }
}

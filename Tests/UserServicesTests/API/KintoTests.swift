import SluiceFlow
import SluiceHTTP
import Testing
import Users

@testable import UserServices

/// The shipped profile against answers as Kinto 26.5.0 gave them (captured, shortened).
@Suite struct `Kinto` {
    private static let records = "/v1/buckets/dir/collections/users/records"

    private let server = StubTransport { request in Self.answer(request) }
    private var world: World { World(server: server) }

    /// What the server was asked, method and path with query.
    private var asked: [String] {
        server.requests.map { request in
            let query = request.url.query.map { "?\($0)" } ?? ""
            return "\(request.method.rawValue) \(request.url.path)\(query)"
        }
    }

    /// Basic authentication of user00001 with pw-00001.
    private static let credential = "Basic dXNlcjAwMDAxOnB3LTAwMDAx"

    private static func answer(_ request: HTTPRequest) -> HTTPResponse {
        let isKnown = request.headers["Authorization"] == credential
        if request.url.path == "/v1/" {
            let user =
                isKnown
                ? #","user":{"id":"account:user00001","principals":["account:user00001"]}"# : ""
            return HTTPResponse(status: 200, text: #"{"project_name":"kinto"\#(user)}"#)
        }
        guard isKnown else {
            return HTTPResponse(
                status: 401, headers: ["Www-Authenticate": "Basic realm=\"Realm\""],
                text:
                    #"{"code":401,"errno":104,"error":"Unauthorized","message":"Please authenticate yourself to use this endpoint."}"#
            )
        }
        if request.method == .head {
            return HTTPResponse(status: 200, headers: ["Total-Records": "3"])
        }
        let people = [
            #"{"username":"user00004","displayName":"👩‍💻 Émoji🇫🇷","email":"user00004@example.test","department":"Support","title":"Engineer","active":true,"id":"user00004","last_modified":1796002957386}"#,
            #"{"username":"user00005","displayName":"محمد علي","active":false,"id":"user00005","last_modified":1796002957387}"#,
            #"{"username":"user00006","displayName":"Änne ﬁx","id":"user00006","last_modified":1796002957388}"#,
        ]
        if request.url.path == records {
            let isSecond = request.url.query?.contains("_token=two") == true
            let page = isSecond ? people[2] : people[..<2].joined(separator: ",")
            let next = "http://127.0.0.1:8888\(records)?_limit=2&_token=two%3D%3D"
            return HTTPResponse(
                status: 200, headers: isSecond ? [:] : ["Next-Page": next],
                text: "{\"data\":[\(page)]}")
        }
        if request.url.path == records + "/user00004" {
            return HTTPResponse(status: 200, text: #"{"permissions":{},"data":\#(people[0])}"#)
        }
        return HTTPResponse(
            status: 404,
            text:
                #"{"code":404,"errno":110,"error":"Not Found","details":{"id":"nope","resource_name":"record"}}"#
        )
    }

    private func loggedIn() async throws -> any UserService {
        let service = try await world.service("kinto")
        _ = try await service.login(Credentials(name: "user00001", password: "pw-00001")).value()
        return service
    }

    @Test func `a login is checked by asking who is there`() async throws {
        let service = try await world.service("kinto")
        let session = try await service.login(
            Credentials(name: "user00001", password: "pw-00001")
        ).value()
        #expect(session == Session(state: .loggedIn, account: "user00001"))
        #expect(asked == ["GET /v1/"])
        #expect(try await service.whoAmI(.fresh).value().account == "user00001")
    }

    @Test func `a wrong password is refused, though the server says 200`() async throws {
        let service = try await world.service("kinto")
        let error = await failure {
            _ = try await service.login(Credentials(name: "user00001", password: "no")).value()
        }
        #expect(error?.errorCode == .credentialsRefused)
        #expect(try await service.whoAmI(.offline).value().state == .loggedOut)
    }

    @Test func `without a login, the server's words are kept`() async throws {
        let service = try await world.service("kinto")
        let error = await failure { _ = try await service.users(ListQuery(), .cached()).value() }
        #expect(error?.errorCode == .notLoggedIn)
        #expect(error?.status == 401 && error?.serverCode == "104")
        #expect(error?.message.contains("Please authenticate yourself") == true)
    }

    @Test func `P9: pages are walked by the header's URL, the total is asked for`() async throws {
        let service = try await loggedIn()
        #expect(try await service.sync(full: false).value() == SyncReport(inserted: 3))
        #expect(
            asked.dropFirst() == [
                "HEAD \(Self.records)", "GET \(Self.records)?_limit=200",
                "GET \(Self.records)?_limit=2&_token=two%3D%3D",
            ])
        #expect(try await service.status().value().totalUsers == 3)
    }

    @Test func `a record becomes a person`() async throws {
        let service = try await loggedIn()
        let user = try await service.user("user00004", .fresh).value().value
        #expect(
            user
                == User(
                    id: "user00004", username: "user00004", displayName: "👩‍💻 Émoji🇫🇷",
                    email: "user00004@example.test", title: "Engineer", department: "Support",
                    isActive: true, updatedAt: 1_796_002_957_386, fetchedAt: 1_800_000_000_000))
        let error = await failure { _ = try await service.user("nope", .cached()).value() }
        #expect(error?.errorCode == .notFound && error?.serverCode == "110")
    }

    @Test func `an id stays one segment, whatever is in it`() async throws {
        let service = try await loggedIn()
        _ = await failure { _ = try await service.user("../a b?c=d", .fresh).value() }
        #expect(asked.dropFirst().first == "GET \(Self.records)/..%2Fa%20b%3Fc%3Dd")
    }

    /// Kinto reads a pattern as a regular expression in memory, and as ILIKE's in PostgreSQL.
    @Test func `what is typed can't change a search, and three searches are one answer`()
        async throws
    {
        let service = try await loggedIn()
        let found = try await service.search(SearchQuery("änne .ix"), .cached()).value()
        let queries = asked.dropFirst().map { $0.replacing("GET \(Self.records)?", with: "") }
        #expect(
            queries
                == ["displayName", "username", "email"]
                .map { "like_\($0)=%2A%C3%A4nne%20%2Aix%2A&_limit=200" })
        // The pattern found more than was asked for; nobody has a dot there.
        #expect(found.value == [])
        let plain = try await service.search(SearchQuery("user"), .cached()).value()
        #expect(plain.value.map(\.id) == ["user00004", "user00005"])
    }

    @Test func `another collection is another cache`() async throws {
        let world = world
        let service = try await world.service("kinto")
        _ = try await service.login(Credentials(name: "user00001", password: "pw-00001")).value()
        _ = try await service.user("user00004", .cached()).value()
        let other = try await world.open(
            DirectoryChoice(profile: "kinto", variables: ["collection": "others"]))
        #expect(other.session.state == .loggedIn)
        let error = await failure {
            _ = try await other.service.user("user00004", .offline).value()
        }
        #expect(error?.errorCode == .notCached)
    }
}

import SluiceFlow
import SluiceHTTP
import Testing

/// P11, so far as it goes: redirects within one server are followed by us, to another none is.
struct RedirectTests {
    @Test(arguments: World.allCases)
    func `P11: a redirect within the server is followed, with its credential`(
        _ world: World
    ) async throws {
        let (client, seen) = try make(world, location: "/there?x=1", status: 302)
        let value: Int = try await client.get("/here").object().value()
        #expect(value == 7)
        #expect(seen() == ["GET /here credential", "GET /there?x=1 credential"])
    }

    @Test(arguments: [
        (307, "POST /there credential body"), (308, "POST /there credential body"),
        (301, "GET /there credential"), (302, "GET /there credential"),
        (303, "GET /there credential"),
    ])
    func `P11: 307 and 308 send the body again, the others turn a POST into a GET`(
        _ status: Int, _ second: String
    ) async throws {
        for world in World.allCases {
            let (client, seen) = try make(world, location: "/there", status: status)
            let _: Int = try await client.post("/here").json([1]).object().value()
            #expect(seen() == ["POST /here credential body", second])
        }
    }

    @Test(arguments: [
        "http://other.test/there", "//other.test/there", "https://stub.test/there",
        "http://stub.test:81/there", "ftp://stub.test/there", "file:///etc/passwd",
    ])
    func `P11: a redirect to another server or scheme is refused, and nothing is sent there`(
        _ location: String
    ) async throws {
        let (client, seen) = try make(.stub, location: location, status: 307)
        let error = await #expect(throws: RequestError.self) {
            let _: Int = try await client.post("/here").json([1]).object().value()
        }
        #expect(error?.errorCode == .badStatus)
        #expect(error?.status == 307)
        #expect(error?.detail?.hasPrefix("a redirect to another server, ") == true)
        #expect(seen() == ["POST /here credential body"])
    }

    @Test func `a circle of redirects ends`() async throws {
        let stub = StubTransport { _ throws(RequestError) in
            HTTPResponse(status: 302, headers: ["Location": "/here"])
        }
        let client = APIClient(try #require(HTTPURL("http://stub.test")), transport: stub)
        let error = await #expect(throws: RequestError.self) {
            try await client.get("/here").object().value()
        }
        #expect(error?.errorCode == .badAnswer)
        #expect(stub.requests.count == 6)
    }

    @Test func `a URL that a server gave is asked only if it is that server's`() async throws {
        let stub = StubTransport { _ throws(RequestError) in
            HTTPResponse(status: 200, text: "7")
        }
        let client = APIClient(try #require(HTTPURL("http://stub.test/v1")), transport: stub)
        let next = try #require(HTTPURL("http://stub.test/v1/users?_token=abc"))
        let _: Int = try await client.call(.get, url: next).object().value()
        let other = try #require(HTTPURL("http://other.test/v1/users"))
        let error = await #expect(throws: RequestError.self) {
            let _: Int = try await client.call(.get, url: other).object().value()
        }
        #expect(error?.errorCode == .setup)
        #expect(stub.requests.map(\.url) == [next])
    }

    /// A client of a server that redirects `/here`, and what that server has seen.
    private func make(
        _ world: World, location: String, status: Int
    ) throws -> (client: APIClient, seen: () -> [String]) {
        let headers: HTTPHeaders = .withToken
        switch world {
        case .stub:
            let stub = StubTransport { request throws(RequestError) in
                request.url.path == "/here"
                    ? HTTPResponse(status: status, headers: ["Location": location])
                    : HTTPResponse(status: 200, text: "7")
            }
            let url = try #require(HTTPURL("http://stub.test"))
            return (
                APIClient(url, transport: stub, headers: headers),
                {
                    stub.requests.map { request in
                        let query = request.url.query.map { "?" + $0 } ?? ""
                        return "\(request.method.rawValue) \(request.url.path)\(query)"
                            + (request.carriesCredential ? " credential" : "")
                            + (request.body == nil ? "" : " body")
                    }
                }
            )
        case .loopback:
            let server = try LoopbackServer { request in
                request.target == "/here"
                    ? .answer(status, "", headers: ["Location: \(location)"]) : .answer(200, "7")
            }
            let url = try #require(HTTPURL(server.url))
            return (
                APIClient(url, transport: CurlTransport(), headers: headers),
                {
                    server.requests.map { request in
                        "\(request.method) \(request.target)"
                            + (request.field("Authorization") == nil ? "" : " credential")
                            + (request.body.isEmpty ? "" : " body")
                    }
                }
            )
        }
    }
}

import SluiceFlow
import SluiceHTTP
import Testing

/// P11: redirects are followed by us, and a credential never crosses an origin.
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

    /// swift-package-manager#8946: Authorization sent to another host; custom key headers too.
    @Test(arguments: [301, 302, 303, 307, 308])
    func `P11: to another server a redirect goes without any credential, and none comes back`(
        _ status: Int
    ) async throws {
        let stub = StubTransport { request throws(RequestError) in
            switch (request.url.host, request.url.path) {
            case ("a.test", "/here"):
                HTTPResponse(status: status, headers: ["Location": "http://b.test/x"])
            case ("b.test", _):
                HTTPResponse(status: status, headers: ["Location": "http://a.test/home"])
            default: HTTPResponse(status: 200, text: "7")
            }
        }
        var client = APIClient(
            try #require(HTTPURL("http://ana:pw-in-url@a.test")), transport: stub,
            headers: .withToken)
        client.headers.set("Cookie", to: "sid=1")
        client.headers.set("X-Tenant", to: "secret-tenant", isSecret: true)
        client.headers.set("X-Plain", to: "plain")
        #expect(try await client.get("/here").object(Int.self).value() == 7)
        #expect(stub.requests.map(\.carriesCredential) == [true, false, false])
        #expect(stub.requests.map { $0.url.text.contains("pw-in-url") } == [true, false, false])
        for request in stub.requests.dropFirst() {
            #expect(request.headers.fields.map(\.name).sorted() == ["Accept", "X-Plain"])
        }
    }

    @Test func `P11: another server's 401 says nothing of the session here`() async throws {
        let stub = StubTransport { request throws(RequestError) in
            request.url.host == "a.test"
                ? HTTPResponse(status: 302, headers: ["Location": "http://b.test/x"])
                : HTTPResponse(status: 401, text: #"{"message": "who? planted-token-7f3a"}"#)
        }
        var client = APIClient(try #require(HTTPURL("http://a.test")), transport: stub)
        client.session = ClientSession(.bearer("planted-token-7f3a")) {
            _, error throws(RequestError) in
            Issue.record("nothing is to be renewed")
            throw error
        }
        let error = await #expect(throws: RequestError.self) {
            try await client.get("/").object().value()
        }
        #expect(error?.errorCode == .badStatus)
        #expect(error?.url == "http://b.test/x")
        #expect(error?.serverMessage == "who? [redacted]")
    }

    @Test(arguments: ["ftp://stub.test/there", "file:///etc/passwd", "sample:/v3/me"])
    func `P11: a redirect to another scheme is refused, and nothing is sent there`(
        _ location: String
    ) async throws {
        let (client, seen) = try make(.stub, location: location, status: 307)
        let error = await #expect(throws: RequestError.self) {
            let _: Int = try await client.post("/here").json([1]).object().value()
        }
        #expect(error?.errorCode == .badStatus)
        #expect(error?.status == 307)
        #expect(error?.detail?.hasSuffix("is not followed, which is not http or https") == true)
        #expect(seen() == ["POST /here credential body"])
    }

    @Test func `P11: what was asked with a credential over TLS is never asked without TLS`()
        async throws
    {
        let stub = StubTransport { request throws(RequestError) in
            request.url.scheme == "https"
                ? HTTPResponse(status: 302, headers: ["Location": "http://a.test/there"])
                : HTTPResponse(status: 200, text: "7")
        }
        var client = APIClient(try #require(HTTPURL("https://a.test")), transport: stub)
        #expect(try await client.get("/").object(Int.self).value() == 7)
        client.headers = .withToken
        let secured = client
        let error = await #expect(throws: RequestError.self) {
            try await secured.get("/").object(Int.self).value()
        }
        #expect(error?.detail?.hasSuffix("since it would go on without TLS") == true)
        #expect(stub.requests.map(\.url.scheme) == ["https", "http", "https"])
    }

    @Test func `P11: a body that holds a password is not sent to another server`() async throws {
        let (client, seen) = try make(.stub, location: "http://other.test/there", status: 308)
        let error = await #expect(throws: RequestError.self) {
            try await client.post("/here").json(["pw": "geheim"]).login(secrets: ["geheim"])
                .object().value()
        }
        #expect(error?.detail?.hasSuffix("since what is sent holds a secret") == true)
        #expect(seen().count == 1)
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
                APIClient(url, transport: CurlTransport(), headers: headers, limits: .patient),
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

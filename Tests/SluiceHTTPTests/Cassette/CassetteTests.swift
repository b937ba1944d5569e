import SluiceFlow
import SluiceHTTP
import Testing

/// P15: what is recorded can be played, and holds no secret.
struct CassetteTests {
    private static let secrets = [
        "pw-9d1", "tok-7f3a", "cookie-4c", "tenant-5b", "query-2e", "form-8a", "user-3c",
        "named-6d",
    ]

    @Test(arguments: World.allCases)
    func `P15: a recorded session plays without its server, and with other secrets`(
        _ world: World
    ) async throws {
        let server = try world == .loopback ? LoopbackServer(Self.reply) : nil
        let base = server?.url ?? "http://stub.test"
        let inner: any Transport =
            world == .loopback
            ? CurlTransport()
            : StubTransport { request throws(RequestError) in Self.answer(request) }
        let recording = RecordingTransport(inner)
        let live = try await session(base, recording, password: "pw-9d1")
        let text = recording.cassette.text
        #expect(text.hasPrefix("{\"cassette\":1}\n{"))
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }

        let playing = PlayingTransport(try Cassette(text))
        #expect(try await session(base, playing, password: "another") == live)
        #expect(live == ["7", "8", "notFound", "2"])
        #expect(playing.rest == 0)
        // Each is played once.
        await #expect(throws: RequestError.self) {
            try await session(base, playing, password: "another")
        }
    }

    /// DVR#39, php-vcr#503: redacting a cassette breaks matching.
    @Test func `P15: a request is found by its redacted form`() async throws {
        let recording = RecordingTransport(
            StubTransport { _ throws(RequestError) in HTTPResponse(status: 200, text: "7") })
        func ask(_ transport: any Transport, _ secret: String, page: Int) async throws -> Int {
            let url = try #require(
                HTTPURL("http://u:\(secret)@a.test/?token=\(secret)&page=\(page)"))
            return try await APIClient(url, transport: transport).get("").object().value()
        }
        _ = try await ask(recording, "secret-one", page: 1)
        let playing = PlayingTransport(recording.cassette)
        await #expect(throws: RequestError.self) { try await ask(playing, "secret-two", page: 2) }
        #expect(try await ask(playing, "secret-two", page: 1) == 7)
    }

    @Test func `a failure is played as it was, and a body that is no text byte for byte`()
        async throws
    {
        let bytes: [UInt8] = [0x1F, 0x8B, 0xFF, 0, 10]
        let recording = RecordingTransport(
            StubTransport([
                .failure(.unreachable, "no route"), .answer(HTTPResponse(status: 200, body: bytes)),
            ]))
        let request = HTTPRequest(.get, try #require(HTTPURL("http://a.test/x")))
        _ = try? await recording.send(request)
        _ = try? await recording.send(request)
        let playing = PlayingTransport(try Cassette(recording.cassette.text))
        let error = await #expect(throws: RequestError.self) { try await playing.send(request) }
        #expect(error?.errorCode == .unreachable)
        #expect(error?.detail == "no route")
        #expect(try await playing.send(request).body == bytes)
    }

    @Test(arguments: [
        ("", 1), ("{}", 1), (#"{"cassette":2}"#, 1), ("{\"cassette\":1}\n{\"request\":1}", 2),
    ])
    func `what is no cassette is told with its line`(_ text: String, _ line: Int) {
        let error = #expect(throws: Cassette.Malformed.self) { try Cassette(text) }
        #expect(error?.line == line)
    }

    /// A login, two reads, one of them a 404, and a form: what each came to.
    private func session(
        _ base: String, _ transport: any Transport, password: String
    ) async throws -> [String] {
        var client = APIClient(try #require(HTTPURL(base)), transport: transport)
        // Neither named like a secret: only that it is sent as one later tells.
        let id: String = try await client.post("/login").json(["word": password])
            .login(secrets: [password]).object().value()
        client.headers.set("X-Who", to: id, isSecret: true)
        client.headers.set("X-Tenant", to: "tenant-5b", isSecret: true)
        client.headers["Cookie"] = "sid=cookie-4c"
        var story = [String(try await client.get("/a?key=query-2e").object(Int.self).value())]
        story.append(String(try await client.get("/b").object(Int.self).value()))
        do throws(RequestError) {
            _ = try await client.get("/c").object(Int.self).value()
        } catch {
            story.append(error.kind.rawValue)
        }
        let fields: KeyValuePairs = ["password": password == "pw-9d1" ? "form-8a" : "other"]
        story.append(String(try await client.post("/f").form(fields).object(Int.self).value()))
        return story
    }

    private static func answer(_ request: HTTPRequest) -> HTTPResponse {
        let (status, text) = body(of: request.url.path)
        return HTTPResponse(status: status, headers: fields, text: text)
    }

    private static func reply(_ request: LoopbackRequest) -> LoopbackReply {
        let path = request.target.prefix { $0 != "?" }
        let (status, text) = body(of: String(path))
        return .answer(
            status, text, headers: fields.fields.map { "\($0.name): \($0.value)" })
    }

    private static let fields: HTTPHeaders = [
        "Set-Cookie": "sid=cookie-4c",
        "Link": "<http://a.test/?access_token=user-3c&p=2>; rel=next",
    ]

    private static func body(of path: String) -> (Int, String) {
        switch path {
        case "/login": (200, #"{"data": "tok-7f3a"}"#)
        case "/a": (200, "7")
        case "/b": (200, #"{"data": 8, "refresh_token": "named-6d"}"#)
        case "/c": (404, #"{"message": "not tok-7f3a"}"#)
        default: (200, "2")
        }
    }
}

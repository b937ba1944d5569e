import Glibc
import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing

/// P4: how a call is described, and who is told of its failure.
struct APIClientTests {
    /// An app's API, as the documentation shows it.
    private struct PersonAPI {
        let client: APIClient
        func person(_ id: String) -> Single<Person, RequestError> {
            client.get("/v3/user/\(id)").object()
        }
    }

    @Test func `an API is one line a call, and a call can simply be awaited`() async throws {
        let stub = StubTransport([
            .answer(HTTPResponse(status: 200, text: #"{"data": {"id": "a/b"}}"#)),
            .answer(HTTPResponse(status: 404, text: #"{"message": "no such person"}"#)),
        ])
        let api = PersonAPI(client: try client(stub))
        #expect(api.person("a/b").label == "GET /api/v3/user/a%2Fb")
        do throws(RequestError) {
            #expect(try await api.person("a/b").value() == Person(id: "a/b"))
            _ = try await api.person("7").value()
            Issue.record("a 404 is no person")
        } catch {
            #expect(
                error.message
                    == "GET http://a.test/api/v3/user/7: the server answered with status 404: “no such person”"
            )
            #expect(error.kind == .notFound)
        }
        #expect(stub.requests.map(\.url.path) == ["/api/v3/user/a%2Fb", "/api/v3/user/7"])
    }

    @Test @MainActor func `a call can be handled in a chain, and its policy comes from the client`()
        async throws
    {
        let stub = StubTransport([
            .answer(HTTPResponse(status: 200, text: #"{"data": {"id": "7"}}"#)),
            .failure(.unreachable),
        ])
        let api = PersonAPI(client: try client(stub))
        let (outcomes, continuation) = AsyncStream.makeStream(of: String.self)
        var iterator = outcomes.makeAsyncIterator()
        for _ in 0..<2 {
            api.person("7").done { continuation.yield($0.id) }
                .catch { continuation.yield($0.code) }
            let outcome = await iterator.next()
            #expect(outcome == "7" || outcome == "unreachable")
        }
        #expect(stub.requests.count == 2)
        var eager = api.client
        eager.catchPolicy = .allErrors
        #expect(eager.get("/").object().policy == .allErrors)
        #expect(
            eager.get("/").catching(.allErrorsExceptCancellation).object().policy
                == .allErrorsExceptCancellation)
    }

    @Test func `P4: the central handler is told of a failure before the caller is`() async throws {
        let story = Mutex<[String]>([])
        var client = try client(
            StubTransport([.answer(HTTPResponse(status: 666)), .failure(.unreachable)]))
        client.onFailure = { error in story.withLock { $0.append("central \(error.code)") } }
        for _ in 0..<2 {
            do throws(RequestError) {
                try await client.get("/").object().value()
            } catch {
                story.withLock { $0.append("caller \(error.code)") }
            }
        }
        #expect(
            story.withLock { $0 } == [
                "central notLoggedIn", "caller notLoggedIn", "central unreachable",
                "caller unreachable",
            ])
    }

    @Test func `P4: of a cancellation it is told only when the policy says so`() async throws {
        let told = Mutex<[String]>([])
        let steps = Array(repeating: StubTransport.Step.failure(.cancelled), count: 3)
        var client = try client(StubTransport(steps))
        client.onFailure = { error in told.withLock { $0.append(error.code) } }
        func run(_ call: APICall) async {
            await #expect(throws: RequestError.self) { try await call.object().value() }
        }
        await run(client.get("/"))
        #expect(told.withLock { $0.isEmpty })
        await run(client.get("/").catching(.allErrors))
        #expect(told.withLock { $0 } == ["cancelled"])
        client.catchPolicy = .allErrors
        await run(client.get("/"))
        #expect(told.withLock { $0.count } == 2)
    }

    @Test func `a call's own fields, query and body are added to the client's`() async throws {
        let stub = StubTransport([
            .answer(HTTPResponse(status: 200)), .answer(HTTPResponse(status: 200)),
        ])
        var client = try client(stub)
        client.headers = ["X-A": "client", "X-B": "client"]
        try await client.put("/a").header("x-a", "call").query("q", "a&b").json(["k": 1])
            .object().value()
        let first = try #require(stub.requests.first)
        #expect(first.method == .put)
        #expect(first.url.text == "http://a.test/api/a?q=a%26b")
        #expect(first.headers["X-A"] == "call")
        #expect(first.headers["X-B"] == "client")
        #expect(first.headers["Accept"] == "application/json")
        #expect(first.headers["Content-Type"] == "application/json")
        #expect(first.body == Array(#"{"k":1}"#.utf8))
        try await client.post("/a").form(["n a": "x&y", "p": "é"]).object().value()
        let second = try #require(stub.requests.last)
        #expect(second.body == Array("n%20a=x%26y&p=%C3%A9".utf8))
        #expect(second.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func `a mistake in the description is the error of the run, and nothing is sent`()
        async throws
    {
        let stub = StubTransport([])
        let client = try client(stub)
        let calls = [
            client.get("/").header("X-A", "a\r\nb: c"), client.post("/").json(Double.infinity),
        ]
        for call in calls {
            let error = await #expect(throws: RequestError.self) {
                try await call.object().value()
            }
            #expect(error?.errorCode == .setup)
            #expect(error?.kind == .local)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test func `the answer's fields can be had too`() async throws {
        let stub = StubTransport([
            .answer(
                HTTPResponse(status: 200, headers: ["Next-Page": "/p2"], text: #"{"data": [1]}"#))
        ])
        #expect(
            try await client(stub).get("/").response().value().headers["next-page"] == "/p2")
    }

    @Test @MainActor func `decoding leaves the main actor`() async throws {
        let stub = StubTransport([.answer(HTTPResponse(status: 200, text: #"{"data": 1}"#))])
        let call: Single<WaitsForTheMainActor, RequestError> = try client(stub).get("/").object()
        _ = try await call.value()
    }

    @Test func `a service can look at the payload itself, and fail with its place`() async throws {
        let answer = HTTPResponse(
            status: 200, headers: ["Next-Page": "/2"], text: #"{"total": 2, "data": [{"id": 7}]}"#)
        let stub = StubTransport([.answer(answer), .answer(answer)])
        let call = try client(stub).get("/users")
        let seen = try await call.payload { payload throws(RequestError) in
            let id = payload.value?[index: 0]?["id"]?.text
            return
                "\(id ?? "") \(payload.root?["total"]?.int ?? 0) \(payload.response.headers["next-page"] ?? "")"
        }.value()
        #expect(seen == "7 2 /2")
        let error = await #expect(throws: RequestError.self) {
            try await call.payload { payload throws(RequestError) -> Int in
                throw payload.error("expected string, found number", at: "[0].id")
            }.value()
        }
        #expect(error?.path == "data[0].id")
        #expect(error?.status == 200)
    }

    private func client(_ transport: any Transport) throws -> APIClient {
        APIClient(try #require(HTTPURL("http://a.test/api")), transport: transport)
    }
}

/// Can be decoded only while the main actor is free for others; gives up after many tries.
private struct WaitsForTheMainActor: Decodable, Sendable {
    static let isFree = Atomic<Bool>(false)

    init(from decoder: any Decoder) throws {
        // Comes to run on the main actor only if the decoding isn't standing there.
        Task { @MainActor in Self.isFree.store(true, ordering: .relaxed) }
        for _ in 0..<10_000_000 {
            if Self.isFree.load(ordering: .relaxed) { return }
            sched_yield()
        }
        throw DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: "the main actor never became free"))
    }
}

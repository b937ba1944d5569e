import SluiceFlow
import SluiceTesting
import Synchronization
import Testing

@testable import SluiceHTTP

/// P5 as it runs. Alamofire#3950, #3297, #3290, #3509: refreshed twice, requests after a failed
/// refresh, a refresh that is held up by its own interceptor.
@Suite(.timeLimit(.minutes(1)))
struct ClientSessionTests {
    @Test func `P5: fifty calls that are refused at once renew the session once, and all succeed`()
        async throws
    {
        let barrier = Barrier(50)
        let renewals = Mutex(0)
        let stub = StubTransport { request throws(RequestError) in
            if request.headers["Authorization"] == "Bearer new" {
                return HTTPResponse(status: 200, text: "7")
            }
            await barrier.wait()
            return HTTPResponse(status: 401)
        }
        let client = try client(
            stub,
            renewal: { _, _ throws(RequestError) in
                renewals.withLock { $0 += 1 }
                return .bearer("new")
            })
        #expect(await outcomes(of: 50, client) == Array(repeating: "7", count: 50))
        #expect(renewals.withLock { $0 } == 1)
        #expect(stub.requests.count == 100)
    }

    @Test func `P5: a failed renewal fails each waiter once, and nothing more is sent`()
        async throws
    {
        let barrier = Barrier(20)
        let renewals = Mutex(0)
        let stub = StubTransport { request throws(RequestError) in
            await barrier.wait()
            return HTTPResponse(status: 401)
        }
        let client = try client(
            stub,
            renewal: { _, error throws(RequestError) in
                renewals.withLock { $0 += 1 }
                throw RequestError(
                    .credentialsRefused, request: HTTPRequest(.post, try Self.url("/refresh")))
            })
        #expect(
            await outcomes(of: 20, client) == Array(repeating: "credentialsRefused", count: 20))
        #expect(renewals.withLock { $0 } == 1)
        #expect(stub.requests.count == 20)
    }

    @Test func `P5: a renewal through the same client doesn't wait for itself`() async throws {
        let stub = StubTransport { request throws(RequestError) in
            switch (request.url.path, request.headers["Authorization"]) {
            case ("/refresh", "Bearer old"?): HTTPResponse(status: 200, text: #"{"data": "new"}"#)
            case (_, "Bearer new"?): HTTPResponse(status: 200, text: "7")
            default: HTTPResponse(status: 666)
            }
        }
        let own = Mutex<APIClient?>(nil)
        let client = try client(
            stub,
            renewal: { _, _ throws(RequestError) in
                guard let client = own.withLock({ $0 }) else { return .bearer("") }
                let token: String = try await client.post("/refresh").object().value()
                return .bearer(token)
            })
        own.withLock { $0 = client }
        #expect(await outcomes(of: 3, client) == ["7", "7", "7"])
        #expect(stub.requests.filter { $0.url.path == "/refresh" }.count == 1)
    }

    @Test func `P5: a renewal whose own call is refused fails, and doesn't renew for that`()
        async throws
    {
        let stub = StubTransport { _ throws(RequestError) in HTTPResponse(status: 401) }
        let own = Mutex<APIClient?>(nil)
        let client = try client(
            stub,
            renewal: { _, _ throws(RequestError) in
                guard let client = own.withLock({ $0 }) else { return .bearer("") }
                let token: String = try await client.post("/refresh").object().value()
                return .bearer(token)
            })
        own.withLock { $0 = client }
        #expect(await outcomes(of: 1, client) == ["sessionExpired"])
        #expect(stub.requests.map(\.url.path) == ["/x", "/refresh"])
    }

    @Test func `P5: a login's refusal renews nothing, and a login carries no old credential`()
        async throws
    {
        let stub = StubTransport([.answer(HTTPResponse(status: 401))])
        let client = try client(stub, renewal: { _, _ throws(RequestError) in .bearer("new") })
        let error = await #expect(throws: RequestError.self) {
            try await client.post("/login").login(secrets: ["pw"]).object().value()
        }
        #expect(error?.errorCode == .credentialsRefused)
        #expect(stub.requests.first?.carriesCredential == false)
    }

    @Test func `P5: the second refusal of one call is final`() async throws {
        let stub = StubTransport { _ throws(RequestError) in HTTPResponse(status: 401) }
        let client = try client(stub, renewal: { _, _ throws(RequestError) in .bearer("new") })
        #expect(await outcomes(of: 1, client) == ["sessionExpired"])
        #expect(
            stub.requests.compactMap { $0.headers["Authorization"] } == [
                "Bearer old", "Bearer new",
            ])
    }

    /// Store#549, #280: a getter waits for ever after an error.
    @Test
    func `a caller that is cancelled while it waits leaves, and the renewal goes on for others`()
        async throws
    {
        let (asked, isAsked) = AsyncStream.makeStream(of: Void.self)
        let renewing = Barrier(2)
        let stub = StubTransport { request throws(RequestError) in
            if request.headers["Authorization"] == "Bearer new" {
                return HTTPResponse(status: 200, text: "7")
            }
            return HTTPResponse(status: 401)
        }
        let client = try client(
            stub,
            renewal: { _, _ throws(RequestError) in
                isAsked.yield()
                await renewing.wait()
                return .bearer("new")
            })
        let first = Task { await Self.outcome(client) }
        for await _ in asked { break }
        first.cancel()
        #expect(await first.value == "cancelled")
        let second = Task { await Self.outcome(client) }
        await renewing.wait()
        #expect(await second.value == "7")
    }

    @Test func `P5: in virtual time the waiters are quiet, and are replayed when it is renewed`()
        async throws
    {
        try await VirtualTime.run { time in
            let clock = time.clock
            let stub = StubTransport { request throws(RequestError) in
                do { try await clock.sleep(for: .milliseconds(10)) } catch {
                    throw .cancelled(request)
                }
                return request.headers["Authorization"] == "Bearer new"
                    ? HTTPResponse(status: 200, text: "7") : HTTPResponse(status: 401)
            }
            var client = try client(
                stub,
                renewal: { _, error throws(RequestError) in
                    do { try await clock.sleep(for: .milliseconds(50)) } catch {
                        throw .cancelled(stub.requests[0])
                    }
                    return .bearer("new")
                })
            client.sharesRequests = false
            let seen = Mutex<[String]>([])
            for name in ["a", "b"] {
                client.get("/\(name)").object(Int.self)
                    .done { value in
                        let now = clock.now.offset
                        seen.withLock { $0.append("\(name) \(value) at \(now)") }
                    }
                    .catch { error in seen.withLock { $0.append(error.code) } }
            }
            try await time.advanceToEnd()
            #expect(seen.withLock { $0 } == ["a 7 at 0.07 seconds", "b 7 at 0.07 seconds"])
            #expect(stub.requests.count == 4)
        }
    }

    private static func url(_ path: String) throws(RequestError) -> HTTPURL {
        guard let url = HTTPURL("http://a.test" + path) else {
            preconditionFailure("the URL of a test is one")
        }
        return url
    }

    private func client(
        _ transport: any Transport, renewal: @escaping ClientSession.Renewal
    ) throws -> APIClient {
        APIClient(
            try Self.url(""), transport: transport,
            session: ClientSession(.bearer("old"), renewal: renewal))
    }

    private static func outcome(_ client: APIClient, _ path: Path = "/x") async -> String {
        do throws(RequestError) {
            return String(try await client.post(path).object(Int.self).value())
        } catch {
            return error.code
        }
    }

    private func outcomes(of count: Int, _ client: APIClient) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<count { group.addTask { await Self.outcome(client) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}

import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing

@testable import UserServices

@Suite(.timeLimit(.minutes(1)))
struct LazyTransportTests {
    /// Tells how it was asked.
    private final class Told: BeginningTransport {
        let calls = Mutex<[String]>([])

        func note(_ call: String) { calls.withLock { $0.append(call) } }

        func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
            note("send")
            return HTTPResponse(status: 200, text: "7")
        }

        func begin(
            _ request: HTTPRequest,
            _ done: @escaping @Sendable (Result<HTTPResponse, RequestError>) -> Void
        ) -> @Sendable () -> Void {
            note("begin")
            done(.success(HTTPResponse(status: 200, text: "7")))
            return {}
        }
    }

    @Test func `a transport is made at the first request, once`() async throws {
        let made = Mutex(0)
        let lazy = LazyTransport {
            made.withLock { $0 += 1 }
            return StubTransport { _ throws(RequestError) in HTTPResponse(status: 200, text: "7") }
        }
        let client = APIClient(try #require(HTTPURL("http://a.test")), transport: lazy)
        #expect(made.withLock { $0 } == 0)
        for _ in 0..<2 { #expect(try await client.get("/").object(Int.self).value() == 7) }
        #expect(try await client.post("/").object(Int.self).value() == 7)
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `a transport that begins transfers begins them here too`() async throws {
        let told = Told()
        let client = APIClient(
            try #require(HTTPURL("http://a.test")), transport: LazyTransport { told })
        #expect(try await client.get("/").object(Int.self).value() == 7)
        #expect(try await client.post("/").object(Int.self).value() == 7)
        #expect(told.calls.withLock { $0 } == ["begin", "send"])
    }

    @Test func `a transport that waits in its caller's task is cancelled with the transfer`()
        async throws
    {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (heard, hear) = AsyncStream<Void>.makeStream()
        let lazy = LazyTransport {
            StubTransport { request throws(RequestError) in
                start.finish()
                let (never, end) = AsyncStream<Void>.makeStream()
                await withTaskCancellationHandler {
                    for await _ in never {}
                } onCancel: {
                    end.finish()
                    hear.finish()
                }
                throw .cancelled(request)
            }
        }
        let client = APIClient(try #require(HTTPURL("http://a.test")), transport: lazy)
        let caller = Task { try await client.get("/").object(Int.self).value() }
        for await _ in started {}
        caller.cancel()
        let error = await #expect(throws: RequestError.self) { try await caller.value }
        #expect(error?.errorCode == .cancelled)
        for await _ in heard {}
    }
}

import SluiceHTTP
import Testing

struct StubTransportTests {
    @Test func `a script is answered in order, and one request too many is an error`() async throws
    {
        let stub = StubTransport([
            .answer(HTTPResponse(status: 201)), .failure(.timedOut, "slow"),
        ])
        let request = HTTPRequest(.get, try #require(HTTPURL("http://a.test/1")))
        #expect(try await stub.send(request).status == 201)
        let second = await #expect(throws: RequestError.self) { try await stub.send(request) }
        #expect(second?.errorCode == .timedOut)
        let third = await #expect(throws: RequestError.self) { try await stub.send(request) }
        #expect(third?.errorCode == .setup)
        #expect(stub.requests == [request, request, request])
    }

    @Test func `a wait is on the given clock, and ends with the task`() async throws {
        let stub = StubTransport(
            [.wait(.seconds(3)), .wait(.seconds(4)), .answer(HTTPResponse(status: 200))],
            clock: InstantClock())
        let request = HTTPRequest(.get, try #require(HTTPURL("http://a.test/1")))
        #expect(try await stub.send(request).status == 200)
        let endless = StubTransport([.wait(.seconds(100_000)), .answer(HTTPResponse(status: 200))])
        let task = Task { try await endless.send(request) }
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect(error?.errorCode == .cancelled)
    }

    /// A clock on which no sleep takes time.
    private struct InstantClock: Clock {
        typealias Instant = ContinuousClock.Instant
        var now: Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }
}

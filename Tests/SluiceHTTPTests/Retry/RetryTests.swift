import SluiceFlow
import SluiceHTTP
import SluiceTesting
import Synchronization
import Testing

/// P6 as it runs, on the virtual clock.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct RetryTests {
    @Test func `P6: a try after each pause, until one succeeds`() async throws {
        try await VirtualTime.run { time in
            let stub = StubTransport(
                [
                    .failure(.unreachable), .answer(HTTPResponse(status: 503)),
                    .answer(HTTPResponse(status: 200, text: "7")),
                ], clock: time.clock)
            let story = Story(time.clock)
            story.run(try client(stub, time).get("/a").object(Int.self))
            try await time.advanceToEnd()
            #expect(story.lines == ["7 at 300"])
        }
    }

    @Test func `P6: the last failure is the call's, and the handler is told only of that`()
        async throws
    {
        try await VirtualTime.run { time in
            let stub = StubTransport(
                [
                    .failure(.unreachable), .failure(.unreachable),
                    .answer(HTTPResponse(status: 502)),
                ], clock: time.clock)
            let told = Mutex<[Int?]>([])
            var client = try client(stub, time)
            client.onFailure = { error in told.withLock { $0.append(error.status) } }
            let story = Story(time.clock)
            story.run(client.get("/a").object(Int.self))
            try await time.advanceToEnd()
            #expect(story.lines == ["badStatus at 300"])
            #expect(told.withLock { $0 } == [502])
        }
    }

    @Test
    func
        `P6: a server that asks for a longer wait than is allowed ends it at once, and it is said`()
        async throws
    {
        try await VirtualTime.run { time in
            let stub = StubTransport([
                .answer(HTTPResponse(status: 429, headers: ["Retry-After": "60"]))
            ])
            let details = Mutex<[String]>([])
            let call: Single<Int, RequestError> = try client(stub, time).get("/a").object()
            call.done { _ in }.catch { error in
                details.withLock { $0.append(error.detail ?? "") }
            }
            try await time.settle()
            #expect(
                details.withLock { $0 } == [
                    "the server asks to wait 60 s, which is more than is allowed"
                ])
        }
    }

    @Test func `P6: a field that says when is heeded, whatever its name`() async throws {
        try await VirtualTime.run { time in
            let later = HTTPResponse(status: 403, headers: ["x-own-left": "0", "x-own-next": "2"])
            let stub = StubTransport(
                [.answer(later), .answer(HTTPResponse(status: 200, text: "7"))], clock: time.clock)
            var policy = RetryPolicy.standard
            policy.headerSignal = .init(statuses: [403], name: "X-Own-Left", values: ["0"])
            policy.afterHeader = "X-Own-Next"
            let story = Story(time.clock)
            story.run(try client(stub, time).get("/a").retrying(policy).object(Int.self))
            try await time.advanceToEnd()
            #expect(story.lines == ["7 at 2100"])
        }
    }

    @Test
    func `P6: the total holds over all tries: each gets what is left, and none more than that`()
        async throws
    {
        try await VirtualTime.run { time in
            let clock = time.clock
            let totals = Mutex<[Duration?]>([])
            let stub = StubTransport { request throws(RequestError) in
                totals.withLock { $0.append(request.limits?.total) }
                do { try await clock.sleep(for: .milliseconds(400)) } catch {}
                throw RequestError(.unreachable, request: request)
            }
            let story = Story(clock)
            story.run(
                try client(stub, time).get("/a").limits(Limits(total: .seconds(1)))
                    .retrying(RetryPolicy(tries: 9)).object(Int.self))
            try await time.advanceToEnd()
            #expect(totals.withLock { $0 } == [.seconds(1), .milliseconds(500)])
            #expect(story.lines == ["unreachable at 900"])
        }
    }

    @Test func `P6: the total holds over all redirects`() async throws {
        try await VirtualTime.run { time in
            let clock = time.clock
            let stub = StubTransport { _ throws(RequestError) in
                try? await clock.sleep(for: .milliseconds(400))
                return HTTPResponse(status: 302, headers: ["Location": "/next"])
            }
            let story = Story(clock)
            story.run(
                try client(stub, time).get("/a").limits(Limits(total: .seconds(1)))
                    .object(Int.self))
            try await time.advanceToEnd()
            #expect(story.lines == ["timedOut at 1200"])
            #expect(
                stub.requests.map(\.limits?.total) == [
                    .seconds(1), .milliseconds(600), .milliseconds(200),
                ])
        }
    }

    @Test func `P6: a call that is cancelled in a pause sends nothing more`() async throws {
        try await VirtualTime.run { time in
            let stub = StubTransport([.failure(.unreachable)])
            let story = Story(time.clock)
            let call = story.run(try client(stub, time).get("/a").object(Int.self))
            try await time.advance(by: .milliseconds(50))
            call.cancel()
            try await time.advanceToEnd()
            #expect(story.lines.isEmpty)
            #expect(stub.requests.count == 1)
        }
    }

    @Test func `P5 and P6: the failure of a renewal is not tried again`() async throws {
        try await VirtualTime.run { time in
            let stub = StubTransport([.answer(HTTPResponse(status: 401))])
            var client = try client(stub, time)
            client.session = ClientSession(.bearer("old")) { _, error throws(RequestError) in
                throw RequestError(.unreachable, request: stub.requests[0])
            }
            let story = Story(time.clock)
            story.run(client.get("/a").object(Int.self))
            try await time.advanceToEnd()
            #expect(story.lines == ["unreachable at 0"])
        }
    }

    private func client(_ transport: any Transport, _ time: VirtualTime) throws -> APIClient {
        var client = APIClient(try #require(HTTPURL("http://a.test")), transport: transport)
        client.retry = .standard
        client.clock = time.clock
        client.random = { 0.5 }
        return client
    }
}

import SluiceFlow
import SluiceHTTP
import SluiceTesting
import Synchronization
import Testing

/// P7 as it runs, in virtual time: a test knows that all have joined when all are quiet.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct CoalescingTests {
    @Test func `P7: equal GETs in flight are one request, and each caller reads the answer itself`()
        async throws
    {
        try await VirtualTime.run { time in
            let stub = StubTransport(clock: time.clock, takes: .milliseconds(10))
            let client = try client(stub)
            let story = Story(time.clock)
            for _ in 0..<2 { story.run(client.get("/a").object(Int.self)) }
            // Another shape for another reader: the gates are each caller's own.
            story.run(client.get("/a").object([Int].self))
            try await time.advance(by: .milliseconds(5))
            story.run(client.get("/a").object(Int.self))
            #expect(stub.requests.count == 1)
            // What differs in anything that the server sees is another request.
            story.run(client.get("/a").header("Authorization", "b").object(Int.self))
            try await time.advanceToEnd()
            #expect(stub.requests.count == 2)
            #expect(story.lines == ["7 at 10", "7 at 10", "decoding at 10", "7 at 10", "7 at 15"])
            // Nothing is kept once it has landed.
            story.run(client.get("/a").object(Int.self))
            try await time.advanceToEnd()
            #expect(stub.requests.count == 3)
        }
    }

    @Test func `P7: the first caller leaves alone, and the others have their answer`() async throws
    {
        try await VirtualTime.run { time in
            let stub = StubTransport(clock: time.clock, takes: .milliseconds(10))
            let client = try client(stub)
            let story = Story(time.clock)
            let first = story.run(client.get("/a").object(Int.self))
            story.run(client.get("/a").object(Int.self))
            try await time.advance(by: .milliseconds(5))
            first.cancel()
            try await time.advanceToEnd()
            #expect(story.lines == ["7 at 10"])
            #expect(stub.requests.count == 1)
        }
    }

    @Test func `P7: when the last caller leaves the transfer is aborted, not before`() async throws
    {
        try await VirtualTime.run { time in
            let story = Story(time.clock)
            let clock = time.clock
            let client = try client(
                StubTransport { request throws(RequestError) in
                    do { try await clock.sleep(for: .milliseconds(100)) } catch {
                        await story.add("aborted")
                        throw .cancelled(request)
                    }
                    return HTTPResponse(status: 200, text: "7")
                })
            let calls = (0..<3).map { _ in story.run(client.get("/a").object(Int.self)) }
            for call in calls {
                try await time.advance(by: .milliseconds(10))
                #expect(story.lines.isEmpty)
                call.cancel()
            }
            try await time.settle()
            #expect(story.lines == ["aborted at 30"])
        }
    }

    @Test func `P7: the connection of an aborted transfer is closed`() async throws {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.hold]) }
        // Longer than the test may take: it is the abort that closes the connection.
        let limits = Limits(idle: .seconds(600), total: .seconds(600))
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: limits)
        let call = Task { try await client.get("/a").object(Int.self).value() }
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .asked("/a"))
        call.cancel()
        let error = await #expect(throws: RequestError.self) { try await call.value }
        #expect(error?.errorCode == .cancelled)
        #expect(await events.next() == .closedByPeer)
        withExtendedLifetime(client) {}
    }

    @Test func `P7: a POST is never shared, and sharing can be put off`() async throws {
        try await VirtualTime.run { time in
            let stub = StubTransport(clock: time.clock, takes: .milliseconds(10))
            var client = try client(stub)
            let story = Story(time.clock)
            for _ in 0..<2 { story.run(client.post("/a").object(Int.self)) }
            client.sharesRequests = false
            for _ in 0..<2 { story.run(client.get("/a").object(Int.self)) }
            try await time.advanceToEnd()
            #expect(stub.requests.count == 4)
        }
    }

    /// The first try of each path's first caller fails, and the next comes 100 ms later.
    private func slow(_ clock: VirtualClock) throws -> (client: APIClient, sent: Counter) {
        let sent = Counter()
        let transport = StubTransport { request throws(RequestError) in
            if sent.count() == 1 { return HTTPResponse(status: 503) }
            let total = request.limits?.total ?? .seconds(60)
            let time = min(total, .milliseconds(80))
            do { try await clock.sleep(for: time) } catch { throw .cancelled(request) }
            if total < .milliseconds(80) { throw RequestError(.timedOut, request: request) }
            return HTTPResponse(status: 200, text: "7")
        }
        var client = APIClient(
            try #require(HTTPURL("http://a.test")), transport: transport,
            limits: Limits(total: .milliseconds(160)))
        client.clock = clock
        client.retry = .standard
        client.random = { 0.5 }
        return (client, sent)
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        var total: Int { value.withLock { $0 } }
        func count() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    @Test func `P6: who joins a request whose own time is short begins it anew when that is over`()
        async throws
    {
        try await VirtualTime.run { time in
            let (client, sent) = try slow(time.clock)
            let story = Story(time.clock)
            story.run(client.get("/a").object(Int.self))
            try await time.advance(by: .milliseconds(110))
            story.run(client.get("/a").object(Int.self))
            try await time.settle()
            #expect(sent.total == 2)
            try await time.advanceToEnd()
            #expect(story.lines == ["timedOut at 160", "7 at 240"])
            #expect(sent.total == 3)
        }
    }

    @Test func `P6: who has less time than a request that is under way doesn't wait for it`()
        async throws
    {
        try await VirtualTime.run { time in
            let (client, sent) = try slow(time.clock)
            let story = Story(time.clock)
            story.run(client.get("/a").object(Int.self))
            try await time.advance(by: .milliseconds(90))
            story.run(client.get("/a").object(Int.self))
            try await time.advance(by: .milliseconds(20))
            #expect(sent.total == 3)
            try await time.advanceToEnd()
            #expect(story.lines == ["timedOut at 160", "7 at 170"])
        }
    }

    private func client(_ transport: any Transport) throws -> APIClient {
        APIClient(try #require(HTTPURL("http://a.test")), transport: transport)
    }
}

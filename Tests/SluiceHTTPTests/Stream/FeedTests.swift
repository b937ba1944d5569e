import SluiceFlow
import Testing

@testable import SluiceHTTP

/// Answers that go on and on.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct FeedTests {
    @Test func `each event comes as it is sent, before the answer ends`() async throws {
        let head = LoopbackReply.head(
            "200 OK", ["Content-Type: text/event-stream", "Transfer-Encoding: chunked"])
        let server = try LoopbackServer { _ in
            LoopbackReply(steps: [
                .send(head), .send(Self.chunk("data: on")), .send(Self.chunk("e\n\nevent: x\r")),
                .send(Self.chunk("\ndata: two\r\ndata: lines\n\n")), .hold,
            ])
        }
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
        let feed = client.get("/events").events()
        var elements = feed.elements.values.makeAsyncIterator()
        let running = feed.call.subscribe { _ in }
        #expect(await elements.next() == ServerSentEvent(data: "one"))
        #expect(await elements.next() == ServerSentEvent(name: "x", data: "two\nlines"))
        #expect(server.requests.first?.field("Accept") == "text/event-stream")
        running.dispose()
        for await event in server.events where event == .closedByPeer { break }
    }

    @Test(arguments: World.allCases)
    func `each line of ndjson is a value, the last one too without its line break`(
        _ world: World
    ) async throws {
        let text = "{\"id\":\"1\"}\n\n{\"id\":\"2\",\"name\":\"Zoë\"}\r\n{\"id\":\"3\"}"
        let test = try world.client(answering: HTTPResponse(status: 200, text: text))
        let feed = test.client.get("/people").elements(of: Person.self)
        let seen = Log<Person>()
        let watching = feed.elements.subscribe { seen.add($0) }
        try await feed.call.value()
        #expect(seen.elements.map(\.id) == ["1", "2", "3"])
        watching.dispose()
    }

    @Test func `a line that isn't the value ends the call with its number; those before stand`()
        async throws
    {
        let test = try World.loopback.client(
            answering: HTTPResponse(
                status: 200, text: "{\"id\":\"1\"}\n{\"id\":2}\n{\"id\":\"3\"}\n"))
        let feed = test.client.get("/people").elements(of: Person.self)
        let seen = Log<Person>()
        let watching = feed.elements.subscribe { seen.add($0) }
        let error = await #expect(throws: RequestError.self) { try await feed.call.value() }
        #expect(error?.errorCode == .decoding)
        #expect(error?.path == "line 2")
        #expect(error?.detail == "id: expected string")
        #expect(seen.elements.map(\.id) == ["1"])
        watching.dispose()
    }

    @Test func `a refusal is the call's failure with the server's words, and no element`()
        async throws
    {
        let test = try World.loopback.client(
            answering: HTTPResponse(status: 403, text: #"{"message": "not yours"}"#))
        let feed = test.client.get("/events").lines()
        let seen = Log<String>()
        let watching = feed.elements.subscribe { seen.add($0) }
        let error = await #expect(throws: RequestError.self) { try await feed.call.value() }
        #expect(error?.serverMessage == "not yours")
        #expect(seen.elements.isEmpty)
        watching.dispose()
    }

    @Test func `a line that never ends is refused, and not kept`() async throws {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", [])
            return LoopbackReply(steps: [
                .send(head), .flood([UInt8](repeating: 0x61, count: 64 << 10), times: 1_000),
                .close,
            ])
        }
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
        let error = await #expect(throws: RequestError.self) {
            try await client.get("/").lines().call.value()
        }
        #expect(error?.errorCode == .tooLarge)
        #expect(error?.path == "line 1")
    }

    @Test(arguments: [
        (["data: a", "data:b", ""], [ServerSentEvent(data: "a\nb")]),
        ([": comment", "data", ""], [ServerSentEvent(data: "")]),
        (["event: x", ""], []),
        (
            ["id: 1", "data: a", "", "data: b", ""],
            [ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b", id: "1")]
        ),
        (["\u{FEFF}data:  a", "retry: 3", "unknown: x", ""], [ServerSentEvent(data: " a")]),
        (
            ["event: x", "data: a", "", "data: b", ""],
            [ServerSentEvent(name: "x", data: "a"), ServerSentEvent(data: "b")]
        ),
        (["data: never ended"], []),
    ])
    nonisolated func `events are read as the standard says`(
        _ lines: [String], _ events: [ServerSentEvent]
    ) {
        var parser = EventParser()
        #expect(lines.compactMap { parser.take($0) } == events)
    }

    private nonisolated static func chunk(_ text: String) -> [UInt8] {
        Array("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n".utf8)
    }
}

import SluiceFlow
import SluiceHTTP
import Testing

/// Bodies that go into a file as they come.
@Suite(.timeLimit(.minutes(1)))
struct DownloadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: World.allCases)
    func `a download is the file, and nothing stays beside it`(_ world: World) async throws {
        let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let test = try world.client(answering: HTTPResponse(status: 200, body: bytes))
        _ = try folder.write("f", [1, 2, 3])
        #expect(try await test.client.get("/f").download(to: folder.file("f")).value() == 2_000_000)
        let isSame = folder.bytes("f") == bytes
        #expect(isSame)
        #expect(folder.names == ["f"])
    }

    @Test func `a cut download leaves the older file as it was, and nothing beside it`()
        async throws
    {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", ["Content-Length: 100"])
            return LoopbackReply(steps: [.send(head + [9, 9]), .close])
        }
        _ = try folder.write("f", [1, 2, 3])
        let error = await #expect(throws: RequestError.self) {
            try await client(server).get("/").download(to: folder.file("f")).value()
        }
        #expect(error?.errorCode == .badAnswer)
        #expect(folder.bytes("f") == [1, 2, 3])
        #expect(folder.names == ["f"])
    }

    @Test func `an answer that isn't good is an error with the server's words, and no file`()
        async throws
    {
        let server = try LoopbackServer { _ in .answer(404, #"{"message": "no such photo"}"#) }
        let error = await #expect(throws: RequestError.self) {
            try await client(server).get("/").download(to: folder.file("f")).value()
        }
        #expect(error?.status == 404)
        #expect(error?.serverMessage == "no such photo")
        #expect(folder.names.isEmpty)
    }

    @Test func `a further try begins the file anew`() async throws {
        let count = Log<Int>()
        let server = try LoopbackServer { _ in
            count.add(1)
            return count.elements.count == 1
                ? .answer(503, "wait", headers: ["Retry-After: 0"]) : .answer(200, [5, 6])
        }
        let call = try client(server).get("/")
            .retrying(RetryPolicy(tries: 2, firstPause: .zero))
        #expect(try await call.download(to: folder.file("f")).value() == 2)
        #expect(folder.bytes("f") == [5, 6])
    }

    @Test func `a place that can't be written is told with its reason`() async throws {
        let server = try LoopbackServer { _ in .answer(200, [5, 6]) }
        for path in [folder.file("none/f"), folder.path] {
            let error = await #expect(throws: RequestError.self) {
                try await client(server).get("/").download(to: path).value()
            }
            #expect(error?.errorCode == .setup)
            #expect(error?.detail?.hasPrefix("\(path) can't be written, ") == true)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func `a cancelled download closes its connection and leaves nothing`() async throws {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", ["Content-Length: 100"])
            return LoopbackReply(steps: [.send(head + [9, 9]), .hold])
        }
        let client = try client(server)
        let path = folder.file("f")
        let task = Task { try await client.get("/f").download(to: path).value() }
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .asked("/f"))
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect(error?.errorCode == .cancelled)
        #expect(await events.next() == .closedByPeer)
        #expect(folder.names.isEmpty)
    }

    @Test @MainActor func `how far a download is reaches the trackers of its call`() async throws {
        let server = try LoopbackServer { _ in
            .answer(200, [UInt8](repeating: 1, count: 3 << 20))
        }
        let tracker = ActivityTracker()
        let seen = Log<CallProgress>()
        let watching = tracker.calls.subscribe { calls in
            for call in calls { if let progress = call.progress { seen.add(progress) } }
        }
        _ = try await client(server).get("/").download(to: folder.file("f"))
            .trackActivity(tracker).value()
        let last = CallProgress(completed: 3 << 20, total: 3 << 20, unit: "bytes")
        #expect(seen.elements.last == last)
        watching.dispose()
    }

    private func client(_ server: LoopbackServer) throws -> APIClient {
        APIClient(try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
    }
}

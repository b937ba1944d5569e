import SluiceFlow
import SluiceHTTP
import Testing

/// P13: a cancelled request returns, and its connection is closed.
@Suite(.timeLimit(.minutes(5)))
struct CurlCancellationTests {
    @Test func `P13: cancelling a request in flight ends it and closes its connection`()
        async throws
    {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", ["Content-Length: 10"])
            return LoopbackReply(steps: [.send(head + [1]), .hold])
        }
        let transport = CurlTransport()
        let request = HTTPRequest(
            .get, try #require(HTTPURL(server.url + "/slow")), limits: .patient)
        let task = Task { try await transport.send(request) }
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .asked("/slow"))
        task.cancel()
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect(error?.errorCode == .cancelled)
        #expect(error?.isCancellation == true)
        // While the transport still lives: it is the cancellation that closes the connection.
        #expect(await events.next() == .closedByPeer)
        withExtendedLifetime(transport) {}
    }

    @Test func `P13: a task that was cancelled before opens no connection that stays`() async throws
    {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.hold]) }
        let transport = CurlTransport()
        let request = HTTPRequest(.get, try #require(HTTPURL(server.url)), limits: .patient)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request)
        }
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect(error?.errorCode == .cancelled)
    }

    /// swift-corelibs-foundation#5412, #5456: cancelling many requests deadlocks.
    @Test func `P13: a thousand cancelled requests leave neither a hang nor a connection`()
        async throws
    {
        let server = try LoopbackServer { request in
            request.target == "/last" ? .answer(200, "1") : LoopbackReply(steps: [.hold])
        }
        let transport = CurlTransport()
        let base = server.url
        for round in 0..<10 {
            let outcomes = await withTaskGroup(of: RequestError.Code?.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        guard let url = HTTPURL("\(base)/\(round)/\(number)") else { return nil }
                        do throws(RequestError) {
                            _ = try await transport.send(HTTPRequest(.get, url, limits: .patient))
                            return nil
                        } catch {
                            return error.errorCode
                        }
                    }
                }
                // Some are waiting, some connecting, some asked: each kind must end.
                var events = server.events.makeAsyncIterator()
                while let event = await events.next(), event == .closedByPeer {}
                group.cancelAll()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .cancelled, count: 100))
        }
        let url = try #require(HTTPURL(base + "/last"))
        #expect(try await transport.send(HTTPRequest(.get, url, limits: .patient)).status == 200)
        #expect(await server.isDrained(except: 1))
    }

    /// The same, ten times as often: each batch is cancelled at another moment of its life.
    @Test func `P13: a hundred times a hundred cancelled requests leave no connection behind`()
        async throws
    {
        let listener = try SilentListener()
        let transport = CurlTransport()
        let url = try #require(HTTPURL("http://127.0.0.1:\(listener.port)/"))
        for round in 0..<100 {
            let cancelled = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        do throws(RequestError) {
                            _ = try await transport.send(HTTPRequest(.get, url, limits: .patient))
                            return false
                        } catch {
                            return error.errorCode == .cancelled
                        }
                    }
                }
                for _ in 0..<round % 8 { await Task.yield() }
                group.cancelAll()
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(cancelled == 100)
        }
        // Else nothing was cancelled that had begun.
        #expect(listener.acceptedCount > 100)
        await listener.waitUntilDrained()
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let last = HTTPRequest(.get, try #require(HTTPURL(server.url)), limits: .patient)
        #expect(try await transport.send(last).status == 200)
    }

    /// swift-corelibs-foundation: a 401 that carries WWW-Authenticate never completes.
    @Test func `a 401 with a challenge is an answer`() async throws {
        let server = try LoopbackServer { _ in
            .answer(401, "{}", headers: ["WWW-Authenticate: Basic realm=\"x\""])
        }
        let url = try #require(HTTPURL(server.url))
        let response = try await CurlTransport().send(HTTPRequest(.get, url, limits: .patient))
        #expect(response.status == 401)
        #expect(response.headers["www-authenticate"] == "Basic realm=\"x\"")
    }

    @Test func `a transport ends its thread and closes its connections when it is released`()
        async throws
    {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        do {
            let transport = CurlTransport()
            let url = try #require(HTTPURL(server.url))
            _ = try await transport.send(HTTPRequest(.get, url, limits: .patient))
        }
        #expect(await server.isDrained(except: 0))
    }
}

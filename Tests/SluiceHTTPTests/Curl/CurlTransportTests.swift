import SluiceFlow
import SluiceHTTP
import Testing

/// What comes over a real connection, whole or broken.
@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
    private let transport = CurlTransport()

    @Test func `an answer has its status, its fields and its bytes`() async throws {
        let server = try LoopbackServer { _ in
            .answer(200, "[1, 2]", headers: ["X-One: a", "x-one:  b "])
        }
        let response = try await get(server)
        #expect(response.status == 200)
        #expect(response.headers.values(for: "X-ONE") == ["a", "b"])
        #expect(response.body == Array("[1, 2]".utf8))
    }

    @Test(arguments: ["666 Expired", "666", "299 "])
    func `a status that no standard knows, or without a reason, is an answer`(
        _ line: String
    ) async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(steps: [.send(LoopbackReply.head(line, ["Content-Length: 0"]))])
        }
        #expect(try await get(server).status == Int(line.prefix(3)))
    }

    @Test func `a request arrives as it was described`() async throws {
        let server = try LoopbackServer { _ in .answer(201) }
        var request = try request(server, "/a%2Fb/..%2F?q=1")
        request.method = .patch
        request.headers = ["Content-Type": "text/x", "X-Empty": "", "Authorization": "Bearer t0k"]
        request.body = Array("körper".utf8)
        _ = try await transport.send(request)
        let seen = try #require(server.requests.first)
        #expect(seen.method == "PATCH")
        #expect(seen.target == "/a%2Fb/..%2F?q=1")
        #expect(seen.body == Array("körper".utf8))
        #expect(seen.field("Content-Type") == "text/x")
        #expect(seen.field("X-Empty") == "")
        #expect(seen.field("Authorization") == "Bearer t0k")
        #expect(seen.field("User-Agent") == "Sluice/1")
        #expect(seen.field("Accept-Encoding") == "gzip")
        #expect(seen.field("Expect") == nil)
    }

    @Test(arguments: HTTPMethod.allCases)
    func `each method is sent as itself, with and without a body`(
        _ method: HTTPMethod
    ) async throws {
        let server = try LoopbackServer { request in
            request.method == "HEAD"
                ? LoopbackReply(steps: [
                    .send(LoopbackReply.head("200 OK", ["Content-Length: 7"]))
                ]) : .answer(200, "fine")
        }
        var request = try request(server)
        request.method = method
        _ = try await transport.send(request)
        if method != .head {
            request.body = [0, 1]
            _ = try await transport.send(request)
            #expect(server.requests.last?.body == [0, 1])
        }
        #expect(Set(server.requests.map(\.method)) == [method.rawValue])
    }

    @Test func `a connection is used again`() async throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        for _ in 0..<5 { _ = try await get(server) }
        #expect(server.requests.count == 5)
        #expect(server.connectionCount == 1)
    }

    @Test func `a body cut short of its length is an error`() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(steps: [
                .send(LoopbackReply.head("200 OK", ["Content-Length: 100"]) + [1, 2, 3]), .close,
            ])
        }
        let error = await failure(server)
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.status == 200)
        #expect(error?.detail == "the body is cut after 3 bytes")
    }

    @Test func `a chunked body without its last chunk is an error`() async throws {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", ["Transfer-Encoding: chunked"])
            return LoopbackReply(steps: [.send(head + Array("3\r\n[1]\r\n".utf8)), .close])
        }
        let error = await failure(server)
        #expect(error?.errorCode == .badAnswer)
        #expect(error?.detail?.contains("cut") == true)
    }

    @Test func `a connection closed without an answer means unreachable`() async throws {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.close]) }
        let error = await failure(server)
        #expect(error?.errorCode == .unreachable)
        #expect(error?.detail == "the connection was closed without an answer")
    }

    @Test func `an answer that isn't HTTP is an error of its own`() async throws {
        let server = try LoopbackServer { _ in
            LoopbackReply(steps: [.send(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)), .close])
        }
        #expect(await failure(server)?.errorCode == .badAnswer)
    }

    @Test func `nobody listening means unreachable`() async throws {
        let url: String
        do { url = try LoopbackServer { _ in .answer(200) }.url }
        let request = HTTPRequest(.get, try #require(HTTPURL(url)))
        let error = await #expect(throws: RequestError.self) { try await transport.send(request) }
        #expect(error?.errorCode == .unreachable)
        #expect(error?.kind == .unreachable)
        #expect(error?.message.hasPrefix("GET \(url): the server could not be reached") == true)
    }

    @Test func `a scheme of another transport is refused without a connection`() async throws {
        let request = HTTPRequest(.get, try #require(HTTPURL("sample:/v3/me")))
        let error = await #expect(throws: RequestError.self) { try await transport.send(request) }
        #expect(error?.errorCode == .setup)
    }

    @Test func `a redirect is an answer, and isn't followed`() async throws {
        let server = try LoopbackServer { _ in .answer(302, "", headers: ["Location: /there"]) }
        #expect(try await get(server).status == 302)
        #expect(server.requests.count == 1)
    }

    @Test func `P14: an idle connection is dropped`() async throws {
        let server = try LoopbackServer { _ in
            let head = LoopbackReply.head("200 OK", ["Content-Length: 10"])
            return LoopbackReply(steps: [.send(head + [1]), .hold])
        }
        let limits = Limits(idle: .milliseconds(150), total: .seconds(60))
        let error = await failure(server, limits: limits)
        #expect(error?.errorCode == .timedOut)
        #expect(error?.detail == "no byte came for 150 ms")
    }

    @Test func `P14: a limit counts from its own request, also where an earlier one has more time`()
        async throws
    {
        let server = try LoopbackServer { request in
            request.target == "/held" ? LoopbackReply(steps: [.hold]) : .answer(200, "1")
        }
        let own = CurlTransport()
        #expect(try await own.send(try request(server, "/", limits: .patient)).status == 200)
        for limits in [
            Limits(idle: .milliseconds(150), total: .seconds(60)),
            Limits(idle: .seconds(60), total: .milliseconds(150)),
        ] {
            let held = try request(server, "/held", limits: limits)
            let error = await #expect(throws: RequestError.self) { try await own.send(held) }
            #expect(error?.errorCode == .timedOut)
        }
    }

    @Test func `P14: the total time is limited, and is another thing than a cancellation`()
        async throws
    {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.hold]) }
        let error = await failure(server, limits: Limits(total: .milliseconds(150)))
        #expect(error?.errorCode == .timedOut)
        #expect(error?.isCancellation == false)
        #expect(error?.detail == "not complete within 150 ms")
    }

    @Test func `P14: a connection that doesn't come about means unreachable`() async throws {
        let listener = try FullListener()
        let url = try #require(HTTPURL("http://127.0.0.1:\(listener.port)"))
        let limits = Limits(connect: .milliseconds(150), total: .seconds(60))
        let error = await #expect(throws: RequestError.self) {
            try await transport.send(HTTPRequest(.get, url, limits: limits))
        }
        #expect(error?.errorCode == .unreachable)
        #expect(error?.detail == "no connection within 150 ms")
        withExtendedLifetime(listener) {}
    }

    @Test func `P14: waiting for a connection counts too, and no other request suffers from it`()
        async throws
    {
        let server = try LoopbackServer { request in
            request.target == "/long" ? LoopbackReply(steps: [.hold]) : .answer(200, "1")
        }
        let narrow = CurlTransport(.init(maxConcurrent: 1))
        let long = try request(server, "/long", limits: Limits(total: .seconds(600)))
        let first = Task { try await narrow.send(long) }
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .asked("/long"))
        let short = try request(server, "/short", limits: Limits(total: .milliseconds(100)))
        let error = await #expect(throws: RequestError.self) { try await narrow.send(short) }
        #expect(error?.errorCode == .timedOut)
        #expect(error?.detail == "no connection was free within 100 ms")
        first.cancel()
        _ = await first.result
        #expect(try await narrow.send(try request(server)).status == 200)
    }

    @Test func `P14: a proxy is asked in place of the server, and nobody else's settings count`()
        async throws
    {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let url = try #require(HTTPURL("http://name.that.resolves.nowhere.test/a?b=1"))
        let proxied = CurlTransport(CurlTransport.Options(proxy: server.url))
        #expect(try await proxied.send(HTTPRequest(.get, url)).status == 200)
        #expect(server.requests.map(\.target) == [url.text])
        let gone = CurlTransport(CurlTransport.Options(proxy: "http://ana:pw-31@127.0.0.1:1"))
        let error = await #expect(throws: RequestError.self) {
            _ = try await gone.send(HTTPRequest(.get, url))
        }
        #expect(error?.errorCode == .unreachable)
        #expect(error?.detail == "no connection to the proxy http://[redacted]@127.0.0.1:1")
        #expect(error?.hint == "Check the proxy's address and the connection.")
    }

    @Test func `C10: a proxy that wants a login is told from a server that is missing`()
        async throws
    {
        let proxy = try LoopbackServer { _ in .answer(407, "no") }
        let url = try #require(HTTPURL("https://name.that.resolves.nowhere.test/"))
        let proxied = CurlTransport(CurlTransport.Options(proxy: proxy.url))
        let error = await #expect(throws: RequestError.self) {
            _ = try await proxied.send(HTTPRequest(.get, url))
        }
        #expect(proxy.requests.map(\.target) == ["name.that.resolves.nowhere.test:443"])
        #expect(error?.errorCode == .unreachable)
        #expect(error?.detail == "the proxy wants a login")
        #expect(error?.hint == "Give a name and a password in the proxy's URL.")
    }

    @Test func `P14: a file of certificates that can't be read is told before anything is sent`()
        async throws
    {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.hold]) }
        let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
        let transport = CurlTransport(CurlTransport.Options(caFile: "/nonexistent/ca.pem"))
        let error = await #expect(throws: RequestError.self) {
            _ = try await transport.send(HTTPRequest(.get, url))
        }
        #expect(error?.errorCode == .setup)
        #expect(error?.detail?.contains("/nonexistent/ca.pem") == true)
        #expect(server.requests.isEmpty)
    }

    private func request(
        _ server: LoopbackServer, _ target: String = "/", limits: Limits = .patient
    ) throws -> HTTPRequest {
        HTTPRequest(.get, try #require(HTTPURL(server.url + target)), limits: limits)
    }

    private func get(_ server: LoopbackServer) async throws -> HTTPResponse {
        try await transport.send(try request(server))
    }

    private func failure(_ server: LoopbackServer, limits: Limits = .patient) async -> RequestError?
    {
        await #expect(throws: RequestError.self) {
            try await transport.send(try request(server, limits: limits))
        }
    }
}

import SluiceFlow
import SluiceHTTP
import Synchronization
import Testing

/// P8, the pipeline's side: what is asked, what a 304 is worth, and what is kept.
struct ConditionalTests {
    private struct Station: Codable, Sendable, Equatable { var id: String }

    @Test(arguments: World.allCases)
    func `P8: an unchanged answer costs no body, and its value and fields are the kept ones`(
        _ world: World
    ) async throws {
        let test = try make(world)
        let cache = memory()
        func ask() async throws -> Kept<[Station]> {
            try await test.client.get("/stations")
                .kept(in: cache, scope: "ana", headers: ["Next-Page", "X-Other"]).value()
        }
        let first = try await ask()
        let second = try await ask()
        #expect(first.value == [Station(id: "7")] && !first.isUnchanged)
        #expect(second.value == [Station(id: "7")] && second.isUnchanged)
        for kept in [first, second] { #expect(kept.headers["Next-Page"] == "/2") }
        #expect(test.bodies() == [true, false])
    }

    @Test func `P8: only the decoded value is kept, never more of the body`() async throws {
        let cache = memory()
        let client = try make(.stub).client
        _ = try await client.get("/stations").object([Station].self, cachedIn: cache, scope: "a")
            .value()
        let request = HTTPRequest(.get, try #require(HTTPURL("http://stub.test/stations")))
        let key = try #require(CacheKey(request, scope: "a"))
        let kept = try #require(await cache.response(for: key))
        #expect(String(decoding: kept.value, as: UTF8.self) == #"[{"id":"7"}]"#)
        #expect(kept.validators == Validators(etag: "\"v1\"", lastModified: "then"))
    }

    @Test func `P8: what was kept in another shape is asked for anew`() async throws {
        let test = try make(.stub)
        let cache = memory()
        let request = HTTPRequest(.get, try #require(HTTPURL("http://stub.test/stations")))
        let key = try #require(CacheKey(request, scope: "a"))
        let validators = try #require(Validators(etag: "\"v1\""))
        await cache.keep(CachedResponse(validators: validators, value: [1, 2]), for: key)
        let value = try await test.client.get("/stations")
            .object([Station].self, cachedIn: cache, scope: "a").value()
        #expect(value == [Station(id: "7")])
        #expect(test.bodies() == [true])
    }

    @Test func `P8: another account's answer is not asked with`() async throws {
        let test = try make(.stub)
        let cache = memory()
        for scope in ["ana", "bob", ""] {
            _ = try await test.client.get("/stations")
                .object([Station].self, cachedIn: cache, scope: scope).value()
        }
        #expect(test.bodies() == [true, true, true])
        await cache.removeAll(in: "ana")
        for (scope, hasBody) in [("ana", true), ("bob", false)] {
            let kept = try await test.client.get("/stations")
                .kept([Station].self, in: cache, scope: scope, headers: []).value()
            #expect(kept.isUnchanged != hasBody)
        }
    }

    @Test func `P8: a 404 forgets what was kept; another failure doesn't`() async throws {
        let statuses = Mutex([200, 503, 404])
        let stub = StubTransport { _ throws(RequestError) in
            HTTPResponse(
                status: statuses.withLock { $0.removeFirst() }, headers: ["ETag": "1"],
                text: "[]")
        }
        let client = APIClient(try #require(HTTPURL("http://stub.test")), transport: stub)
        let cache = memory()
        var isKept: [Bool] = []
        for _ in 0..<3 {
            _ = try? await client.get("/x").object([Station].self, cachedIn: cache, scope: "")
                .value()
            isKept.append(cache.byteCount > 0)
        }
        #expect(isKept == [true, true, false])
    }

    @Test func `a 304 that nobody asked for is a bad status, and no-store is obeyed`() async throws
    {
        let stub = StubTransport([
            .answer(HTTPResponse(status: 304)),
            .answer(
                HTTPResponse(
                    status: 200, headers: ["ETag": "1", "Cache-Control": "private, No-Store"],
                    text: "[]")),
        ])
        let client = APIClient(try #require(HTTPURL("http://stub.test")), transport: stub)
        let cache = memory()
        let error = await #expect(throws: RequestError.self) {
            try await client.get("/x").object([Station].self, cachedIn: cache, scope: "").value()
        }
        #expect(error?.status == 304)
        _ = try await client.get("/x").object([Station].self, cachedIn: cache, scope: "").value()
        #expect(cache.byteCount == 0)
    }

    @Test func `P12: a URL that holds a secret has no key, and neither has what isn't a GET`()
        throws
    {
        for text in ["http://a.test/?token=x", "http://u:p@a.test/"] {
            #expect(CacheKey(HTTPRequest(.get, try #require(HTTPURL(text))), scope: "") == nil)
        }
        let url = try #require(HTTPURL("http://a.test/"))
        #expect(CacheKey(HTTPRequest(.post, url), scope: "") == nil)
        #expect(CacheKey(HTTPRequest(.get, url, body: [1]), scope: "") == nil)
        #expect(CacheKey(HTTPRequest(.get, url), scope: "") != nil)
        // What leads to a page is no secret, unless it is the credential itself.
        let page = try #require(HTTPURL("http://a.test/?_token=planted-7f3a"))
        #expect(CacheKey(HTTPRequest(.get, page), scope: "") != nil)
        let request = HTTPRequest(.get, page, headers: ["Authorization": "Bearer planted-7f3a"])
        #expect(CacheKey(request, scope: "") == nil)
    }

    private func memory() -> MemoryResponseCache {
        MemoryResponseCache(maxBytes: 1 << 20, maxAge: .seconds(60), now: { 0 })
    }

    /// A client of a server with one state of things; and for each answer, whether it had a body.
    private func make(_ world: World) throws -> (client: APIClient, bodies: () -> [Bool]) {
        let full = #"{"data": [{"id": "7", "password": "hash"}], "secret": "x"}"#
        switch world {
        case .stub:
            let bodies = Log<Bool>()
            let stub = StubTransport { request throws(RequestError) in
                let isSame = request.headers["If-None-Match"] == "\"v1\""
                bodies.add(!isSame)
                if isSame { return HTTPResponse(status: 304, headers: ["ETag": "\"v1\""]) }
                return HTTPResponse(
                    status: 200,
                    headers: ["ETag": "\"v1\"", "Last-Modified": "then", "Next-Page": "/2"],
                    text: full)
            }
            let url = try #require(HTTPURL("http://stub.test"))
            return (APIClient(url, transport: stub), { bodies.elements })
        case .loopback:
            let server = try LoopbackServer { request in
                request.field("If-None-Match") == "\"v1\""
                    ? LoopbackReply(steps: [
                        .send(LoopbackReply.head("304 Not Modified", ["ETag: \"v1\""]))
                    ]) : .answer(200, full, headers: ["ETag: \"v1\"", "Next-Page: /2"])
            }
            let url = try #require(HTTPURL(server.url))
            return (
                APIClient(url, transport: CurlTransport(), limits: .patient),
                { server.requests.map { $0.field("If-None-Match") == nil } }
            )
        }
    }
}

import SluiceHTTP
import SluiceStore
import Synchronization
import Testing

@testable import UserServices

/// S12 for answers: what `ResponseCache` promises, kept in the cache's file.
@Suite struct StoredResponsesTests {
    private func key(_ path: String, scope: String = "ana") throws -> CacheKey {
        let url = try #require(HTTPURL("https://dir.example" + path))
        return try #require(CacheKey(HTTPRequest(.get, url), scope: scope))
    }

    private func response(_ etag: String, _ value: [UInt8] = [1, 0, 255]) throws -> CachedResponse {
        CachedResponse(
            validators: try #require(Validators(etag: etag, lastModified: "yesterday")),
            headers: ["Next-Page": "/p?2", "Set-Cookie": "secret"], value: value)
    }

    @Test func `S12: an answer comes back as it was, without secrets, until it is too old`()
        async throws
    {
        let fixture = try CacheFixture(.file)
        let now = Mutex<Int64>(1000)
        let cache = StoredResponses(
            store: fixture.store, limits: .init(age: 100), now: { now.withLock { $0 } })
        let key = try key("/people")
        #expect(await cache.response(for: key) == nil)
        await cache.keep(try response("\"1\""), for: key)
        let kept = try #require(await cache.response(for: key))
        #expect(kept.validators.etag == "\"1\"")
        #expect(kept.validators.lastModified == "yesterday")
        #expect(kept.headers["Next-Page"] == "/p?2")
        #expect(kept.headers["Set-Cookie"] == nil)
        #expect(kept.value == [1, 0, 255])
        now.withLock { $0 = 1101 }
        #expect(await cache.response(for: key) == nil)
    }

    @Test func `S12: a scope is forgotten alone, and bounded in size`() async throws {
        let fixture = try CacheFixture()
        let cache = StoredResponses(
            store: fixture.store, limits: .init(bytes: 2000), now: { 1 })
        for index in 0..<20 {
            await cache.keep(
                try response("\(index)", Array(repeating: 7, count: 200)), for: try key("/\(index)")
            )
        }
        #expect(await cache.response(for: try key("/0")) == nil)
        #expect(await cache.response(for: try key("/19")) != nil)
        await cache.keep(try response("b"), for: try key("/19", scope: "bo"))
        await cache.removeAll(in: "ana")
        #expect(await cache.response(for: try key("/19")) == nil)
        #expect(await cache.response(for: try key("/19", scope: "bo")) != nil)
        await cache.remove(try key("/19", scope: "bo"))
        #expect(await cache.response(for: try key("/19", scope: "bo")) == nil)
    }

    @Test func `a file that is gone is as good as nothing kept`() async throws {
        let fixture = try CacheFixture(.file)
        let cache = StoredResponses(store: fixture.store, limits: .init(), now: { 1 })
        try await fixture.store.close()
        await cache.keep(try response("1"), for: try key("/a"))
        #expect(await cache.response(for: try key("/a")) == nil)
    }
}

import SluiceHTTP
import Synchronization
import Testing

/// apollo-ios#261, #398: the cache grows for ever, and nothing expires.
struct MemoryResponseCacheTests {
    @Test func `S12: it never holds more than its size, and lets the longest unused go first`()
        async throws
    {
        let cache = MemoryResponseCache(maxBytes: 1_000, maxAge: .seconds(60), now: { 0 })
        for number in 0..<3 {
            await cache.keep(try response(bytes: 250), for: try key(number))
        }
        #expect(await cache.response(for: try key(0)) != nil)
        await cache.keep(try response(bytes: 250), for: try key(3))
        var kept: [Int] = []
        for number in 0..<4 where await cache.response(for: try key(number)) != nil {
            kept.append(number)
        }
        #expect(kept == [0, 2, 3])
        #expect(cache.byteCount <= 1_000)
        for number in 0..<200 {
            await cache.keep(try response(bytes: number), for: try key(number))
            #expect(cache.byteCount <= 1_000)
        }
    }

    @Test func `S12: what is larger than the whole is not kept, nor is what it replaces`()
        async throws
    {
        let cache = MemoryResponseCache(maxBytes: 500, maxAge: .seconds(60), now: { 0 })
        await cache.keep(try response(bytes: 10), for: try key(1))
        await cache.keep(try response(bytes: 501), for: try key(1))
        #expect(await cache.response(for: try key(1)) == nil)
        #expect(cache.byteCount == 0)
    }

    @Test func `S12: what is older than the age is gone, and its bytes too`() async throws {
        let clock = Clock()
        let cache = MemoryResponseCache(maxBytes: 500, maxAge: .seconds(60)) { clock.now }
        await cache.keep(try response(bytes: 10), for: try key(1))
        clock.set(59_999)
        #expect(await cache.response(for: try key(1)) != nil)
        clock.set(60_000)
        #expect(await cache.response(for: try key(1)) == nil)
        #expect(cache.byteCount == 0)
    }

    private func key(_ number: Int) throws -> CacheKey {
        let url = try #require(HTTPURL("http://a.test/\(number)"))
        return try #require(CacheKey(HTTPRequest(.get, url), scope: "s"))
    }

    private func response(bytes: Int) throws -> CachedResponse {
        CachedResponse(
            validators: try #require(Validators(etag: "1")),
            value: [UInt8](repeating: 1, count: bytes))
    }

    private final class Clock: Sendable {
        private let time = Mutex<Int64>(0)
        var now: Int64 { time.withLock { $0 } }
        func set(_ value: Int64) { time.withLock { $0 = value } }
    }
}

import FoundationEssentials
import SluiceHTTP
import SluiceStore

/// The kept answers of a directory in the cache's file: validators, a few headers, decoded values.
///
/// A fault of the file is as good as nothing kept: no call fails for it. Bounded by `CacheLimits`, for each
/// scope of its own.
struct StoredResponses: ResponseCache {
    let store: Store
    let limits: CacheLimits
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// Whether an answer may still be written: not one that comes after a logout.
    var admits: @Sendable (Connection) throws(StoreError) -> Bool = { _ in true }

    /// An answer as it is written.
    private struct Entry: Codable, Sendable {
        struct Header: Codable, Sendable {
            var name: String
            var value: String
        }
        var etag: String?
        var lastModified: String?
        var headers: [Header]
        var value: Data
    }

    private func cache(_ scope: String) -> Cache<Entry> {
        Cache(store, named: "response " + scope, limits: limits)
    }

    @concurrent
    func response(for key: CacheKey) async -> CachedResponse? {
        guard let found = try? cache(key.scope).value(for: key.url, now: now())?.value,
            let validators = Validators(etag: found.etag, lastModified: found.lastModified)
        else { return nil }
        var headers = HTTPHeaders()
        for header in found.headers { headers.add(header.name, header.value) }
        return CachedResponse(
            validators: validators, headers: headers, value: Array(found.value))
    }

    func keep(_ response: CachedResponse, for key: CacheKey) async {
        // A secret is never written, whoever put it there.
        let headers = response.headers.fields.filter { !$0.isSecret }
            .map { Entry.Header(name: $0.name, value: $0.value) }
        let entry = Entry(
            etag: response.validators.etag, lastModified: response.validators.lastModified,
            headers: headers, value: Data(response.value))
        let (cache, now) = (cache(key.scope), now())
        try? await store.write { db throws(StoreError) in
            if try admits(db) { try cache.keep(entry, for: key.url, now: now, in: db) }
        }
    }

    func remove(_ key: CacheKey) async { try? await cache(key.scope).remove(key.url) }

    func removeAll(in scope: String) async { try? await cache(scope).removeAll() }

    /// Forgets all answers of a scope, as a part of the logout that purges its people.
    static func removeAll(in scope: String, of store: Store, in db: Connection) throws(StoreError) {
        try StoredResponses(store: store, limits: CacheLimits(), now: { 0 }).cache(scope)
            .removeAll(in: db)
    }
}

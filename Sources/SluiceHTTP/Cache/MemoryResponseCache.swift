import Synchronization

/// A response cache that lasts as long as the program, within a size and an age.
///
/// The answer that was used longest ago goes first; one that is larger than the whole is not kept.
public final class MemoryResponseCache: ResponseCache {
    private struct Entry {
        var response: CachedResponse
        let size: Int
        let keptAt: Int64
        /// Grows with each use: the smallest was used longest ago.
        var lastUse: UInt64
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0

        mutating func remove(_ key: CacheKey) {
            if let entry = entries.removeValue(forKey: key) { bytes -= entry.size }
        }

        mutating func nextUse() -> UInt64 {
            uses += 1
            return uses
        }
    }

    private let maxBytes: Int
    private let maxAge: Duration
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - maxBytes: the most bytes of keys, fields and values together.
    ///   - maxAge: how long an answer is kept.
    ///   - now: the time, in milliseconds since any fixed point.
    public init(maxBytes: Int, maxAge: Duration, now: @escaping @Sendable () -> Int64) {
        self.maxBytes = maxBytes
        self.maxAge = maxAge
        self.now = now
    }

    /// How many bytes are kept.
    public var byteCount: Int { state.withLock { $0.bytes } }

    /// What is kept for a request; nil when there is nothing, or it is older than the age.
    public func response(for key: CacheKey) async -> CachedResponse? {
        let now = now()
        return state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            guard .milliseconds(now - entry.keptAt) < maxAge else {
                state.remove(key)
                return nil
            }
            let use = state.nextUse()
            state.entries[key]?.lastUse = use
            return entry.response
        }
    }

    /// Keeps an answer, and lets those go that were used longest ago.
    public func keep(_ response: CachedResponse, for key: CacheKey) async {
        let size = Self.size(of: response, for: key)
        let now = now()
        state.withLock { state in
            state.remove(key)
            guard size <= maxBytes else { return }
            while state.bytes + size > maxBytes,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.remove(oldest.key)
            }
            state.entries[key] = Entry(
                response: response, size: size, keptAt: now, lastUse: state.nextUse())
            state.bytes += size
        }
    }

    /// Forgets the answer to one request.
    public func remove(_ key: CacheKey) async { state.withLock { $0.remove(key) } }

    /// Forgets all answers of a scope.
    public func removeAll(in scope: String) async {
        state.withLock { state in
            for key in state.entries.keys where key.scope == scope { state.remove(key) }
        }
    }

    private static func size(of response: CachedResponse, for key: CacheKey) -> Int {
        response.headers.fields.reduce(
            response.value.count + key.url.utf8.count + key.scope.utf8.count
                + (response.validators.etag ?? "").utf8.count
        ) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

import SluiceHTTP
import Users

extension LiveUserService {
    /// Serves a read in the order of P8: a fresh cache, else the server, else a stale cache.
    ///
    /// A stale answer stands in only for a server that wasn't reached or could not answer.
    func serve<Value: Sendable>(
        _ freshness: Freshness,
        cached: () async throws(ServiceError) -> CachedAnswer<Value>?,
        ask: () async throws(ServiceError) -> Answer<Value>
    ) async throws(ServiceError) -> Answer<Value> {
        switch freshness {
        case .offline:
            guard let kept = try await cached() else {
                throw ServiceError(
                    .notCached, "Not in the cache, and offline was asked for",
                    hint: "Ask again without offline, or sync first.")
            }
            return kept.answer(.offline, at: now())
        case .fresh:
            return try await ask()
        case .cached(let maxAge):
            let kept = try await cached()
            if let kept, kept.isFresh(at: now(), maxAge: maxAge ?? profile.freshFor) {
                return kept.answer(.cache, at: now())
            }
            if let kept, maxAge == nil, let reason = reachability.recentFailure(at: now()) {
                return kept.answer(.stale, at: now(), reason: reason)
            }
            do throws(ServiceError) {
                return try await ask()
            } catch {
                // Read anew: a list that failed on its way has left newer pages behind.
                guard error.allowsStale, let kept = try await cached() else { throw error }
                return kept.answer(.stale, at: now(), reason: error)
            }
        }
    }

    /// Asks the server, and notes what the outcome says of the session and of the way there.
    func ask<Value: Sendable>(
        _ scope: Scope, _ call: (Credential?) async throws(RequestError) -> Value
    ) async throws(ServiceError) -> Value {
        let credential = scope.session.credential
        do throws(RequestError) {
            let value = try await call(credential)
            reachability.note(nil, at: now())
            if let credential { sessions.confirm(credential, user: nil) }
            return value
        } catch {
            let failure = ServiceError(error, profile, now: now())
            reachability.note(failure, at: now())
            if let credential, failure.errorCode == .sessionExpired {
                sessions.expire(credential)
            }
            throw failure
        }
    }

    /// An answer of the server's own.
    func answer<Value: Sendable>(_ value: Value, notices: [String] = []) -> Answer<Value> {
        Answer(value, source: .server, fetchedAt: now(), notices: notices)
    }

    /// What a person is told of elements that were left out; nothing for none.
    static func notices(for skipped: [SkippedElement]) -> [String] {
        guard let first = skipped.first else { return [] }
        let count = skipped.count == 1 ? "1 element" : "\(skipped.count) elements"
        return ["\(count) of the answer left out: \(first.path): \(first.reason)"]
    }
}

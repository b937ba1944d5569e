import Users

/// What the cache has for a read, before it is decided whether to serve it.
struct CachedAnswer<Value: Sendable>: Sendable {
    var value: Value
    /// When it was fetched, the oldest part of it; milliseconds since 1970.
    var fetchedAt: Int64?
    /// When it was complete and right; nil when it never was, so that it is not fresh at any age.
    var freshSince: Int64?
    /// What a person should be told, if it is served: a partial cache.
    var notices: [String] = []

    /// Whether it is young enough to be served without asking; a time to come is not young.
    func isFresh(at now: Int64, maxAge: Int64) -> Bool {
        freshSince.map { (0..<maxAge).contains(now - $0) } ?? false
    }

    /// The answer, served from a source.
    func answer(_ source: AnswerSource, at now: Int64, reason: ServiceError? = nil) -> Answer<Value>
    {
        let time = fetchedAt ?? freshSince
        return Answer(
            value, source: source, fetchedAt: time, age: time.map { max(0, now - $0) } ?? 0,
            reason: reason, notices: notices)
    }
}

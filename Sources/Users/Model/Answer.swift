/// A value, and how old it is: what a read of a directory gives.
public struct Answer<Value: Sendable>: Sendable {
    /// What was asked for.
    public var value: Value
    /// Where it came from.
    public var source: AnswerSource
    /// When it was fetched from the server; milliseconds since 1970, nil when unknown.
    public var fetchedAt: Int64?
    /// Its age when it was served, in milliseconds; 0 for an answer of the server's own.
    public var age: Int64
    /// Why the server's own answer isn't here, for a stale one; for one of the cache, why a list's word
    /// of a person is all there is.
    public var reason: ServiceError?
    /// What a person should be told beside the value, a sentence each: a partial cache, skipped elements.
    public var notices: [String]

    /// Makes an answer.
    public init(
        _ value: Value, source: AnswerSource, fetchedAt: Int64? = nil, age: Int64 = 0,
        reason: ServiceError? = nil, notices: [String] = []
    ) {
        self.value = value
        self.source = source
        self.fetchedAt = fetchedAt
        self.age = age
        self.reason = reason
        self.notices = notices
    }

    /// The same answer with its value changed.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> Answer<Other> {
        Answer<Other>(
            transform(value), source: source, fetchedAt: fetchedAt, age: age, reason: reason,
            notices: notices)
    }
}

extension Answer: Equatable where Value: Equatable {}

/// How old an answer may be, and whether the server may be asked for a newer one.
public enum Freshness: Sendable, Hashable {
    /// The cache if it is younger than `maxAge` milliseconds (nil: the profile's age), else the server, else the cache.
    case cached(maxAge: Int64? = nil)
    /// The server only: no cached answer instead of a failure.
    case fresh
    /// The cache only: no connection at all.
    case offline
}

/// Where a value came from.
public enum AnswerSource: String, Sendable, Hashable {
    /// The server answered just now.
    case server
    /// The cache; young enough not to ask.
    case cache
    /// The cache, since the server could not be reached or could not answer.
    case stale
    /// The cache, since offline was asked for.
    case offline
}

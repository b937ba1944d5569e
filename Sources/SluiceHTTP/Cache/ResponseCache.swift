/// Keeps what a conditional request needs: validators, the fields that a 304 lacks, the decoded value.
///
/// Whoever implements it caps what it keeps by size and by age, and treats a fault of its own as
/// "not kept": no call fails since its answer could not be cached. A raw body never gets here.
///
///     let cache = MemoryResponseCache(maxBytes: 1 << 20, maxAge: .seconds(3_600), now: now)
///     client.get("/v3/stations").object([Station].self, cachedIn: cache, scope: account)
public protocol ResponseCache: Sendable {
    /// What is kept for a request; nil when there is nothing, or it has grown too old.
    func response(for key: CacheKey) async -> CachedResponse?
    /// Keeps an answer, in place of an older one.
    func keep(_ response: CachedResponse, for key: CacheKey) async
    /// Forgets the answer to one request.
    func remove(_ key: CacheKey) async
    /// Forgets all answers of a scope, as a logout wants it.
    func removeAll(in scope: String) async
}

/// Which request a kept answer is the answer to, and whose answer it is.
public struct CacheKey: Sendable, Hashable {
    /// Whose: the server and the account, in the words of the cache's owner.
    public let scope: String
    /// The URL that was asked, after `HEAD` if only its fields were; it holds no secret.
    public let url: String

    /// The key of a request; nil for one that isn't a plain GET or HEAD, or has a secret in its URL.
    public init?(_ request: HTTPRequest, scope: String) {
        guard request.method == .get || request.method == .head, !request.hasBody,
            !request.holdsCredentialElsewhere, !request.holdsSecret(in: request.url)
        else { return nil }
        self.scope = scope
        url = (request.method == .head ? "HEAD " : "") + request.url.text
    }
}

/// An answer as a cache keeps it.
public struct CachedResponse: Sendable, Hashable {
    /// What the server is asked with whether the answer is still the same.
    public var validators: Validators
    /// The fields that a 304 may lack and that are needed all the same, such as a next page's URL.
    public var headers: HTTPHeaders
    /// The decoded value, written as its owner chose; empty where the owner keeps it elsewhere.
    public var value: [UInt8]

    /// Makes an answer to keep.
    public init(validators: Validators, headers: HTTPHeaders = [:], value: [UInt8] = []) {
        self.validators = validators
        self.headers = headers
        self.value = value
    }
}

extension HTTPRequest {
    /// Whether a URL has a secret in it, by a name or since it is this request's credential.
    func holdsSecret(in url: HTTPURL) -> Bool {
        if url.holdsSecret { return true }
        let text = url.text
        return credentials.contains { credential in
            // The last word: without the scheme before it.
            guard let word = credential.split(separator: " ").last, word.count > 3 else {
                return false
            }
            return text.contains(word) || text.contains(PercentEncoding.encode(String(word)))
        }
    }

    /// Whether a value is this request's credential, with the scheme before it or without.
    func isCredential(_ value: String) -> Bool {
        credentials.contains {
            $0 == value || $0.split(separator: " ").last.map(String.init) == value
        }
    }

    private var credentials: [String] {
        headers.fields.filter(\.isSecret).map(\.value) + secrets
    }
}

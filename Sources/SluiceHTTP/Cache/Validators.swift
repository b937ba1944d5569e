/// What tells one state of a resource from another (RFC 9110 §8.8).
public struct Validators: Sendable, Hashable {
    /// The entity tag, quotes and weakness included, as the server wrote it.
    public var etag: String?
    /// The time of the last change, as the server wrote it.
    public var lastModified: String?

    /// Makes validators that a caller has kept; nil when there are none.
    public init?(etag: String?, lastModified: String? = nil) {
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
    }

    /// The validators of an answer; nil when it has none, or forbids to keep it (`no-store`).
    public init?(_ response: HTTPResponse) {
        let directives = response.headers.values(for: "Cache-Control").joined(separator: ",")
        let isForbidden = directives.split(separator: ",").contains { directive in
            String(directive.filter { $0 != " " }).equalsIgnoringASCIICase("no-store")
        }
        guard !isForbidden else { return nil }
        self.init(etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"])
    }

    /// Has a request ask for an answer only if there is another by now (RFC 9110 §13.1).
    ///
    /// A server that knows the tag ignores the time; one that knows no tags has the time.
    public func apply(to headers: inout HTTPHeaders) {
        if let etag { headers["If-None-Match"] = etag }
        if let lastModified { headers["If-Modified-Since"] = lastModified }
    }
}

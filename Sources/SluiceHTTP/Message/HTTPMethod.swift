/// What a request asks to be done (RFC 9110 §9, RFC 5789).
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Read.
    case get = "GET"
    /// Read the headers only.
    case head = "HEAD"
    /// Make, or do something else.
    case post = "POST"
    /// Replace.
    case put = "PUT"
    /// Change in part.
    case patch = "PATCH"
    /// Remove.
    case delete = "DELETE"
}

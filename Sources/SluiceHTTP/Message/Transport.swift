/// What carries a request to a server and brings the answer back, without judging it.
///
/// An answer of any status is an answer; only what kept one from coming is an error. A transport
/// follows no redirect. It answers a cancelled task promptly with `cancelled`.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer.
    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse
}

/// What carries a request to a server and brings the answer back, without judging it.
///
/// An answer of any status is an answer; only what kept one from coming is an error. A transport
/// follows no redirect. It answers a cancelled task promptly with `cancelled`.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer.
    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse
    /// Sends a request, hands the body of a 2xx answer over as it comes, and tells how far it is.
    ///
    /// A transport that can't stream has no need of its own: the body is then handed over at the end.
    func send(
        _ request: HTTPRequest, _ hooks: TransferHooks
    ) async throws(RequestError) -> HTTPResponse
}

/// A transport that needs no task of its caller's to wait in.
package protocol BeginningTransport: Transport {
    /// Begins a transfer, tells its outcome once, on any thread, and gives what aborts it.
    ///
    /// Aborting one that has ended does nothing.
    func begin(
        _ request: HTTPRequest,
        _ done: @escaping @Sendable (Result<HTTPResponse, RequestError>) -> Void
    ) -> @Sendable () -> Void
}

import SluiceFlow

/// Makes equal GETs that are in flight at the same time one request.
///
/// Each caller can leave alone; when the last has left, the transfer is aborted. What comes back is
/// the answer as it came: each caller lets it through its own gates.
final class Coalescer: Sendable {
    /// What makes two requests equal, the credential among it: an answer is for who asked.
    private struct Key: Hashable, Sendable {
        let url: HTTPURL
        let headers: HTTPHeaders
        let limits: Limits?

        init(_ request: HTTPRequest) {
            url = request.url
            headers = request.headers
            limits = request.limits
        }

        /// By what tells most requests apart; equality is the whole.
        func hash(into hasher: inout Hasher) {
            hasher.combine(url.path)
            hasher.combine(url.query)
        }
    }

    private let flights = SharedFlights<Key, Answered>("a shared request", abandoned: .isCancelled)
    private let transfers = SharedFlights<Key, HTTPResponse>(
        "a shared transfer", abandoned: .isCancelled)

    /// Sends a request, or waits for one like it that is on its way.
    ///
    /// `transport` is that of the redirects, where it needs no task to wait in.
    func send(
        _ request: HTTPRequest, _ redirects: Redirects, _ transport: (any BeginningTransport)?
    ) async throws(RequestError) -> Answered {
        guard request.method == .get, !request.hasBody else {
            return try await redirects.send(request)
        }
        guard let transport, CallAccount.ledger == nil else {
            return try await flights.value(
                Key(request), for: request, within: redirects.deadline
            ) {
                () async throws(RequestError) in
                try await redirects.send(request)
            }
        }
        // Each caller follows the redirects, and each transfer on the way is shared.
        return try await redirects.send(request) { request, limited throws(RequestError) in
            try limited.checkHeaders()
            let deadline = redirects.deadline
            return try await transfers.value(Key(request), for: request, within: deadline) {
                done in
                // After a wait for another's it has less time.
                transport.begin((try? deadline.limit(request, isBegun: true)) ?? limited, done)
            }
        }
    }
}

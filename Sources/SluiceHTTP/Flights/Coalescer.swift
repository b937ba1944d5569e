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
    }

    private let flights = SharedFlights<Key, Answered>("a shared request", abandoned: .isCancelled)

    /// Sends a request, or waits for one like it that is on its way.
    func send(
        _ request: HTTPRequest, _ send: Redirects
    ) async throws(RequestError) -> Answered {
        guard request.method == .get, !request.hasBody else {
            return try await send.send(request)
        }
        let key = Key(url: request.url, headers: request.headers, limits: request.limits)
        return try await flights.value(key, for: request) { () async throws(RequestError) in
            try await send.send(request)
        }
    }
}

import SluiceFlow

extension APICall {
    /// Makes the call: the session, the tries, the request, the gates, `read`, the central handler.
    @concurrent
    func run<Value: Sendable>(
        _ read: @Sendable (Payload) throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        do throws(RequestError) {
            if let mistake {
                throw RequestError(.setup, request: request, detail: mistake)
            }
            try request.checkHeaders()
            let deadline = Deadline((request.limits ?? client.limits).total, on: client.clock)
            let retrying = Retrying(
                policy: retry ?? client.retry, clock: client.clock, random: client.random)
            return try await asWhoIsLoggedIn { request async throws(RequestError) in
                try await retrying.run(request, deadline) { () async throws(RequestError) in
                    try pass(try await send(request, deadline), read)
                }
            }
        } catch {
            if let handler = client.onFailure, (policy ?? client.catchPolicy).admits(error) {
                await handler(error)
            }
            throw error
        }
    }

    /// Lets the session, if there is one, say with which credential.
    private func asWhoIsLoggedIn<Value: Sendable>(
        _ attempt: (HTTPRequest) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        // A login is how one gets a credential: it has none, and its refusal renews nothing.
        guard let session = client.session, !isLogin else { return try await attempt(request) }
        return try await session.run(request, attempt)
    }

    private func send(
        _ request: HTTPRequest, _ deadline: Deadline
    ) async throws(RequestError) -> Answered {
        let redirects = Redirects(transport: client.transport, deadline: deadline)
        return client.sharesRequests
            ? try await client.coalescer.send(request, redirects)
            : try await redirects.send(request)
    }

    /// Lets an answer through the gates, in their order.
    private func pass<Value: Sendable>(
        _ answered: Answered, _ read: (Payload) throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        let (request, response) = (answered.request, answered.response)
        let limit = (request.limits ?? client.limits).bodyBytes
        let body = try BytesGate(limit: limit).open(response, of: request)
        let problem = body.problem
        return try body.withRoot { root throws(RequestError) in
            let exchange = Exchange(
                request: request, isLogin: isLogin,
                isElsewhere: request.url.origin != self.request.url.origin, response: response,
                root: root, problem: problem, rules: client.rules)
            try SessionGate().check(exchange)
            try StatusGate().check(exchange)
            try EnvelopeGate().check(exchange)
            for gate in client.gates { try gate.check(GatedAnswer(exchange: exchange)) }
            return try read(PayloadGate().open(exchange))
        }
    }
}

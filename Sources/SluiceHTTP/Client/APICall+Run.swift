import SluiceFlow

extension APICall {
    /// Makes what takes a body, anew for each try.
    typealias Receiver = @Sendable () throws(RequestError) -> TransferHooks.Receive

    /// Makes the call: the session, the tries, the request, the gates, `read`, the central handler.
    ///
    /// With `unchanged`, a 304 is a success, and that is its value. With `receiver`, each try makes
    /// one, which gets the body of a good answer as it comes; there is then no body to read.
    @concurrent
    func run<Value: Sendable>(
        unchanged: (@Sendable (HTTPResponse) -> Value)? = nil,
        receiver: Receiver? = nil,
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
            return try await asWhoIsLoggedIn(request) { request async throws(RequestError) in
                try await retrying.run(request, deadline) { () async throws(RequestError) in
                    let receive = try receiver?()
                    let answered = try await send(request, deadline, receive)
                    return try pass(answered, unchanged, read)
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
        _ request: HTTPRequest, _ attempt: (HTTPRequest) async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        // A login is how one gets a credential: it has none, and its refusal renews nothing.
        guard let session = client.session, !isLogin else { return try await attempt(request) }
        return try await session.run(request, attempt)
    }

    private func send(
        _ request: HTTPRequest, _ deadline: Deadline, _ receive: TransferHooks.Receive?
    ) async throws(RequestError) -> Answered {
        var redirects = Redirects(transport: client.transport, deadline: deadline)
        redirects.hooks.receive = receive
        if reportsProgress {
            return try await reportingProgress { progress async throws(RequestError) in
                redirects.hooks.progress = progress
                return try await redirects.send(request)
            }
        }
        return client.sharesRequests && receive == nil
            ? try await client.coalescer.send(request, redirects, client.beginningTransport)
            : try await redirects.send(request)
    }

    /// Lets an answer through the gates, in their order.
    private func pass<Value: Sendable>(
        _ answered: Answered, _ unchanged: ((HTTPResponse) -> Value)?,
        _ read: (Payload) throws(RequestError) -> Value
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
            if response.status == 304, let unchanged { return unchanged(response) }
            try StatusGate().check(exchange)
            try EnvelopeGate().check(exchange)
            for gate in client.gates { try gate.check(GatedAnswer(exchange: exchange)) }
            return try read(PayloadGate().open(exchange))
        }
    }
}

import SluiceFlow

extension APICall {
    /// Makes the call: the request, the gates, what `read` makes of the payload, the central handler.
    @concurrent
    func run<Value: Sendable>(
        _ read: @Sendable (Payload) throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        do throws(RequestError) {
            if let mistake {
                throw RequestError(.setup, request: request, detail: mistake)
            }
            try request.checkHeaders()
            let response = try await Redirects(transport: client.transport).send(request)
            return try pass(response, read)
        } catch {
            if let handler = client.onFailure, (policy ?? client.catchPolicy).admits(error) {
                await handler(error)
            }
            throw error
        }
    }

    /// Lets an answer through the gates, in their order.
    private func pass<Value: Sendable>(
        _ response: HTTPResponse, _ read: (Payload) throws(RequestError) -> Value
    ) throws(RequestError) -> Value {
        let limit = (request.limits ?? client.limits).bodyBytes
        let body = try BytesGate(limit: limit).open(response, of: request)
        let problem = body.problem
        return try body.withRoot { root throws(RequestError) in
            let exchange = Exchange(
                request: request, isLogin: isLogin, response: response, root: root,
                problem: problem, rules: client.rules)
            try SessionGate().check(exchange)
            try StatusGate().check(exchange)
            try EnvelopeGate().check(exchange)
            return try read(PayloadGate().open(exchange))
        }
    }
}

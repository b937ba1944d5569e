/// Sends a request, and what its redirects ask for, within one deadline.
struct Redirects: Sendable {
    /// What sends the requests.
    let transport: any Transport
    /// The total of all hops.
    let deadline: Deadline
    /// Who wants to know of the transfers; a body that is handed on is that of the last answer.
    var hooks = TransferHooks()

    /// Gives the last answer, and the request that it is an answer to.
    func send(_ request: HTTPRequest) async throws(RequestError) -> Answered {
        try await send(request) { _, limited throws(RequestError) in
            hooks.areEmpty
                ? try await transport.send(limited) : try await transport.send(limited, hooks)
        }
    }

    /// The same, with each request sent by `transfer`: as it is, and with the time that is left.
    func send(
        _ request: HTTPRequest,
        _ transfer: (HTTPRequest, HTTPRequest) async throws(RequestError) -> HTTPResponse
    ) async throws(RequestError) -> Answered {
        var request = request
        for hop in 0...RedirectRules.limit {
            let limited = try deadline.limit(request, isBegun: hop == 0)
            let response = try await transfer(request, limited)
            guard let next = try RedirectRules.next(after: request, response) else {
                return Answered(request: request, response: response)
            }
            request = next
        }
        throw RequestError(
            .badAnswer, request: request,
            detail: "more than \(RedirectRules.limit) redirects in a row")
    }
}

/// An answer with the request that it is the answer to: after redirects, not the caller's.
struct Answered: Sendable {
    var request: HTTPRequest
    var response: HTTPResponse
}

/// Sends a request, and what its redirects ask for, within one deadline.
struct Redirects: Sendable {
    /// What sends the requests.
    let transport: any Transport
    /// The total of all hops.
    let deadline: Deadline

    /// Gives the last answer, and the request that it is an answer to.
    func send(_ request: HTTPRequest) async throws(RequestError) -> Answered {
        var request = request
        for _ in 0...RedirectRules.limit {
            let response = try await transport.send(deadline.limit(request))
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

/// Follows redirects within one origin; to another, none is followed.
///
/// A credential is meant for one server, and a redirect is that server's wish, not the caller's.
struct Redirects {
    /// What sends the requests.
    let transport: any Transport
    /// The most redirects of one request.
    let limit = 5

    /// Sends a request, and what its redirects ask for; gives the last answer.
    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        var request = request
        for _ in 0...limit {
            let response = try await transport.send(request)
            guard let location = response.redirectLocation else { return response }
            request = try Self.next(after: request, response, to: location)
        }
        throw RequestError(
            .badAnswer, request: request, detail: "more than \(limit) redirects in a row")
    }

    /// The request that a redirect asks for (RFC 9110 §15.4).
    private static func next(
        after request: HTTPRequest, _ response: HTTPResponse, to location: String
    ) throws(RequestError) -> HTTPRequest {
        guard let url = request.url.resolving(location) else {
            throw RequestError(
                .badAnswer, request: request, response: response,
                detail: "a redirect to a place that is no URL")
        }
        guard url.origin == request.url.origin else {
            throw RequestError(
                .badStatus, request: request, response: response,
                detail: "a redirect to another server, \(url.origin), which is not followed",
                hint: "Use that server's address as the base URL, if you trust it.")
        }
        var next = request
        next.url = url
        next.url.userInfo = request.url.userInfo
        let isRepeated = response.status == 307 || response.status == 308
        let isRead = request.method == .get || request.method == .head
        // 301 and 302 turn a POST into a GET by long custom; 303 turns everything into one.
        if !isRepeated, !isRead, response.status == 303 || request.method == .post {
            next.method = .get
            next.body = nil
            next.headers.remove("Content-Type")
        }
        return next
    }
}

extension HTTPResponse {
    /// Where a redirect leads to; nil for any other answer.
    fileprivate var redirectLocation: String? {
        switch status {
        case 301, 302, 303, 307, 308: headers["Location"]
        default: nil
        }
    }
}

/// Which request a redirect asks for, and whether it is made: decisions only (RFC 9110 §15.4).
///
/// A credential is meant for one server, and a redirect is that server's wish, not the caller's. So
/// secret fields, cookies and a user in the URL never cross an origin, and don't come back when a
/// further redirect leads home; a body that holds a secret, a login's say, isn't sent elsewhere at
/// all; and what was asked with a credential over TLS is never asked without TLS.
struct RedirectRules {
    /// The most redirects of one request.
    static let limit = 5

    /// The next request; nil when the answer is no redirect.
    static func next(
        after request: HTTPRequest, _ response: HTTPResponse
    ) throws(RequestError) -> HTTPRequest? {
        guard let location = response.redirectLocation else { return nil }
        guard let url = request.url.resolving(location) else {
            throw RequestError(
                .badAnswer, request: request, response: response,
                detail: "a redirect to a place that is no URL")
        }
        var next = request
        next.url = url
        let isRepeated = response.status == 307 || response.status == 308
        let isRead = request.method == .get || request.method == .head
        // 301 and 302 turn a POST into a GET by long custom; 303 turns everything into one.
        if !isRepeated, !isRead, response.status == 303 || request.method == .post {
            next.method = .get
            next.body = nil
            next.upload = nil
            for name in ["Content-Type", "Content-Encoding", "Content-Language", "Idempotency-Key"]
            {
                next.headers.remove(name)
            }
        }
        if url.origin == request.url.origin {
            next.url.userInfo = request.url.userInfo
        } else {
            try cross(&next, from: request, response)
        }
        return next
    }

    /// Sees to it that a request to another server says nothing that was meant for the first.
    private static func cross(
        _ next: inout HTTPRequest, from request: HTTPRequest, _ response: HTTPResponse
    ) throws(RequestError) {
        func refuse(_ reason: String) -> RequestError {
            RequestError(
                .badStatus, request: request, response: response,
                detail: "a redirect to \(next.url.origin) is not followed, \(reason)",
                hint: "Use that server's address as the base URL, if you trust it.")
        }
        guard next.url.isHTTP else { throw refuse("which is not http or https") }
        let isDowngrade = request.url.scheme == "https" && next.url.scheme == "http"
        if isDowngrade, request.carriesCredential || !request.secrets.isEmpty {
            throw refuse("since it would go on without TLS")
        }
        if next.hasBody, !request.secrets.isEmpty {
            throw refuse("since what is sent holds a secret")
        }
        for field in request.headers.fields where field.isSecret {
            next.headers.remove(field.name)
            // Still known, so that no text of an error can hold it.
            next.secrets += Redactor.parts(of: field)
        }
        next.url.userInfo = nil
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

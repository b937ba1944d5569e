public import SluiceFlow

/// What went wrong with a request: what was attempted, what came back, and what can be done.
///
/// There is one error for the whole pipeline, made where a gate closed. Every text in it has been
/// freed of the request's secrets, so that it can be printed, logged and stored as it is.
public struct RequestError: PresentableError, Hashable {
    /// What happened, as a stable word.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// No connection, or none that lasted until an answer: name, route, refused, TLS, connect time-out.
        case unreachable
        /// Connected, and no complete answer in time.
        case timedOut
        /// The task was cancelled.
        case cancelled
        /// The body is larger than the limit.
        case tooLarge
        /// The answer is not what it says it is: not JSON, cut, badly compressed, not HTTP.
        case badAnswer
        /// JSON, and not of the shape that was asked for; `path` says where.
        case decoding
        /// The status is not 2xx.
        case badStatus
        /// The envelope says no.
        case rejected
        /// A credential was sent, and the server no longer accepts it.
        case sessionExpired
        /// The server wants a credential, and none was sent.
        case notLoggedIn
        /// A login was answered with no.
        case credentialsRefused
        /// The request could not be made: a bad URL or header, a library that is missing.
        case setup
    }

    /// What happened.
    public let errorCode: Code
    /// What was to be done.
    public let method: HTTPMethod
    /// Where, without secrets.
    public let url: String
    /// The status, where there was an answer.
    public let status: Int?
    /// The answer's fields; values that might be secret are masked.
    public let headers: HTTPHeaders
    /// The beginning of the body, 2 KiB at most; nil when there was none.
    public let body: String?
    /// The server's own code, as text: `rest_forbidden`, `500`.
    public let serverCode: String?
    /// The server's own words.
    public let serverMessage: String?
    /// Where in the answer a value isn't as expected: `data[3].id`.
    public let path: String?
    /// Where the body stops being JSON, in bytes from its start.
    public let offset: Int?
    /// How long the server asks to wait, in seconds.
    public let retryAfter: Int?
    /// What exactly is wrong, in the words of whoever found it: `expected string, found null`.
    public internal(set) var detail: String?
    /// The next step a person can take.
    public let hint: String?

    /// Makes an error, and masks the request's secrets in each text.
    ///
    /// Without a `hint` of its own it has the one that its code and status suggest.
    public init(
        _ code: Code, request: HTTPRequest, response: HTTPResponse? = nil, detail: String? = nil,
        serverCode: String? = nil, serverMessage: String? = nil, path: String? = nil,
        offset: Int? = nil, hint: String? = nil
    ) {
        let redactor = Redactor(request)
        errorCode = code
        method = request.method
        url = redactor.clean(request.url.description)
        status = response?.status
        headers = response.map { Self.shown($0.headers, request.heeded, redactor) } ?? [:]
        body = response.flatMap { Self.beginning(of: $0.body, redactor) }
        self.serverCode = serverCode.map(redactor.clean)
        self.serverMessage = serverMessage.map(redactor.clean)
        self.path = path.map(redactor.clean)
        self.offset = offset
        self.detail = detail.map(redactor.clean)
        retryAfter = response?.retryAfter
        let wait = response.flatMap { Self.wait(askedBy: $0, redactor) }
        self.hint = hint ?? Self.hint(for: code, status: response?.status, wait: wait)
    }

    /// The error of a task that was cancelled while `request` ran.
    public static func cancelled(_ request: HTTPRequest) -> RequestError {
        RequestError(.cancelled, request: request)
    }

    private static func shown(
        _ headers: HTTPHeaders, _ heeded: [String], _ redactor: Redactor
    ) -> HTTPHeaders {
        var shown = HTTPHeaders()
        for field in headers.fields {
            let isShown =
                !field.isSecret
                && (Redaction.isShownResponseHeader(field.name)
                    || heeded.contains { $0.equalsIgnoringASCIICase(field.name) })
            shown.add(field.name, isShown ? redactor.clean(field.value) : Redaction.mask)
        }
        return shown
    }

    private static func beginning(of body: [UInt8], _ redactor: Redactor) -> String? {
        let cap = 2048
        guard !body.isEmpty else { return nil }
        // Cleaned before it is cut: half a secret would not be recognised.
        let text = redactor.cleanBody(String(decoding: body.prefix(2 * cap), as: UTF8.self))
        return text.utf8.count <= cap
            ? text : String(decoding: Array(text.utf8.prefix(cap)), as: UTF8.self)
    }
}

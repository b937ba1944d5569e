/// When a failed request is sent again, and after which pause: decisions only, no clock and no task.
///
/// Pauses are drawn from zero up to a bound that doubles with each try ("full jitter"), so that many
/// clients don't come back at one instant. Source:
/// https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
public struct RetryPolicy: Sendable, Hashable {
    /// How many times a request is sent at most, the first time included.
    public var tries: Int
    /// The bound of the first pause.
    public var firstPause: Duration
    /// The bound that no pause passes, unless the server asks for more.
    public var longestPause: Duration
    /// Statuses that another try may overcome.
    public var statuses: Set<Int>
    /// The server's own codes that mean the same, as text: `ratelimited`.
    public var serverCodes: Set<String>
    /// A field that says "later" by its value where the status alone may be a refusal.
    public var headerSignal: HeaderSignal?
    /// A field that says how long to wait, besides `Retry-After`: seconds, or a time in seconds since 1970.
    public var afterHeader: String?

    /// A field whose value says "later", in an answer of certain statuses: 403 and
    /// `X-RateLimit-Remaining: 0`.
    public struct HeaderSignal: Sendable, Hashable {
        /// The statuses for which it counts.
        public var statuses: Set<Int>
        /// The field's name.
        public var name: String
        /// The values that say so.
        public var values: Set<String>

        /// Makes a signal.
        public init(statuses: Set<Int>, name: String, values: Set<String>) {
            self.statuses = statuses
            self.name = name
            self.values = values
        }
    }

    /// Makes a policy.
    public init(
        tries: Int = 3, firstPause: Duration = .milliseconds(200),
        longestPause: Duration = .seconds(5),
        statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504], serverCodes: Set<String> = []
    ) {
        self.tries = tries
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.statuses = statuses
        self.serverCodes = serverCodes
    }

    /// Three tries, with pauses of up to 200 and 400 ms.
    public static let standard = RetryPolicy()
    /// One try: for a caller that has something else to show, a cached answer say.
    public static let never = RetryPolicy(tries: 1)

    /// What is to be done about a failure.
    enum Decision: Equatable {
        /// Pass it on.
        case giveUp
        /// Pass it on, and say that the server wants a longer pause than there is time for.
        case waitIsTooLong
        /// Send the request again after a pause.
        case retry(after: Duration)
    }

    /// Decides about the failure of a try.
    ///
    /// - Parameters:
    ///   - tried: how many tries there have been.
    ///   - timeLeft: how much of the call's total is left.
    ///   - random: a number from 0 up to 1.
    func decision(
        about error: RequestError, of request: HTTPRequest, tried: Int, timeLeft: Duration,
        random: Double
    ) -> Decision {
        guard isPassing(error), request.isRepeatable, tried < tries else { return .giveUp }
        var bound = firstPause
        for _ in 1..<max(1, tried) where bound < longestPause { bound *= 2 }
        var pause = min(bound, longestPause) * random
        if let asked = wait(askedBy: error) {
            // The jitter comes on top, for the server says the same to all.
            pause += .seconds(asked)
            if .seconds(asked) >= timeLeft { return .waitIsTooLong }
        }
        return pause < timeLeft ? .retry(after: pause) : .giveUp
    }

    /// How many seconds the server asks to wait; a time is counted from the answer's own `Date`, and
    /// without one it may be any.
    private func wait(askedBy error: RequestError) -> Int? {
        if let seconds = error.retryAfter { return seconds }
        guard let afterHeader, let number = error.headers[afterHeader].flatMap({ Int($0) }),
            number >= 0
        else { return nil }
        guard number > 1_000_000_000 else { return number }
        guard let now = error.headers["Date"].flatMap(HTTPDate.seconds) else { return .max }
        return max(0, number - now)
    }

    /// The fields of an answer that say whether, or when, it is of use to try again.
    var heeded: [String] { [headerSignal?.name, afterHeader].compactMap(\.self) }

    /// Whether the reason may be gone at another try.
    private func isPassing(_ error: RequestError) -> Bool {
        if let code = error.serverCode, serverCodes.contains(code) {
            return error.errorCode == .badStatus || error.errorCode == .rejected
        }
        switch error.errorCode {
        case .unreachable: return true
        case .badStatus:
            guard let status = error.status else { return false }
            return statuses.contains(status) || headerSignal?.stands(in: error, status) == true
        default: return false
        }
    }
}

extension RetryPolicy.HeaderSignal {
    fileprivate func stands(in error: RequestError, _ status: Int) -> Bool {
        statuses.contains(status) && error.headers[name].map(values.contains) == true
    }
}

extension HTTPRequest {
    /// Whether sending it twice is the same as once (RFC 9110 §9.2.2), or has a key that sees to it.
    ///
    /// Source of the key: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header
    var isRepeatable: Bool {
        switch method {
        case .get, .head, .put, .delete: true
        case .post, .patch: headers["Idempotency-Key"] != nil
        }
    }
}

/// The total time of one call, over all its tries and redirects, on whatever clock the client has.
struct Deadline: Sendable {
    private let total: Duration
    private let watch: Stopwatch

    /// Starts the time.
    init(_ total: Duration, on clock: any Clock<Duration>) {
        self.total = total
        watch = Stopwatch(clock)
    }

    /// How much is left; zero or less when it is over.
    var timeLeft: Duration { total - watch.elapsed() }

    /// Whether what has another deadline is over by this one.
    ///
    /// By some milliseconds later is early enough: calls that begin together have the same, but for those.
    func covers(_ other: Deadline?) -> Bool {
        guard let other else { return false }
        let own = timeLeft
        return other.timeLeft - own <= .milliseconds(20)
    }

    /// The request with no more time than is left; fails with `timedOut` where none is.
    ///
    /// What `isBegun` by this request is another matter: it gets a millisecond at least, so that it is
    /// the transport that finds out. What is left is the whole until a millisecond is gone.
    func limit(_ request: HTTPRequest, isBegun: Bool) throws(RequestError) -> HTTPRequest {
        let left = isBegun ? max(timeLeft, .milliseconds(1)) : timeLeft
        guard left > .zero else {
            throw RequestError(
                .timedOut, request: request,
                detail: "not complete within \(total.shortDescription)")
        }
        if total - left < .milliseconds(1), request.limits?.total == total { return request }
        var request = request
        var limits = request.limits ?? Limits()
        limits.total = min(limits.total, left)
        request.limits = limits
        return request
    }
}

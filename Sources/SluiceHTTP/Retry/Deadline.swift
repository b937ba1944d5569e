/// The total time of one call, over all its tries and redirects, on whatever clock the client has.
struct Deadline: Sendable {
    private let total: Duration
    private let elapsed: @Sendable () -> Duration

    /// Starts the time.
    init(_ total: Duration, on clock: any Clock<Duration>) {
        self.total = total
        elapsed = Self.stopwatch(clock)
    }

    /// How much is left; zero or less when it is over.
    var timeLeft: Duration { total - elapsed() }

    /// The request with no more time than is left; fails with `timedOut` where none is.
    func limit(_ request: HTTPRequest) throws(RequestError) -> HTTPRequest {
        let left = timeLeft
        guard left > .zero else {
            throw RequestError(
                .timedOut, request: request,
                detail: "not complete within \(total.shortDescription)")
        }
        var request = request
        var limits = request.limits ?? Limits()
        limits.total = min(limits.total, left)
        request.limits = limits
        return request
    }

    private static func stopwatch<C: Clock<Duration>>(
        _ clock: C
    ) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

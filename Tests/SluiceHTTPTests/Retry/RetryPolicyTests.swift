import Testing

@testable import SluiceHTTP

/// P6 as decisions. TanStack/query#372, #9437: a 404 is tried again.
struct RetryPolicyTests {
    private let request: HTTPRequest

    init() throws { request = HTTPRequest(.get, try #require(HTTPURL("http://a.test"))) }

    @Test(arguments: 300..<600)
    func `P6: of all statuses only those that may pass are tried again`(_ status: Int) {
        let error = RequestError(
            .badStatus, request: request, response: HTTPResponse(status: status))
        let passing: Set = [408, 425, 429, 500, 502, 503, 504]
        #expect(
            decide(error)
                == (passing.contains(status) ? .retry(after: .milliseconds(100)) : .giveUp))
    }

    @Test(arguments: RequestError.Code.allCases)
    func `P6: of failures without a status only those of the connection are tried again`(
        _ code: RequestError.Code
    ) {
        let decision = decide(RequestError(code, request: request))
        #expect(decision == (code == .unreachable ? .retry(after: .milliseconds(100)) : .giveUp))
    }

    @Test(arguments: HTTPMethod.allCases)
    func `P6: what may happen only once is tried again only with an idempotency key`(
        _ method: HTTPMethod
    ) {
        var request = request
        request.method = method
        let error = RequestError(.unreachable, request: request)
        let isSafe = method != .post && method != .patch
        #expect((decide(error, request) != .giveUp) == isSafe)
        request.headers["Idempotency-Key"] = "k1"
        #expect(decide(error, request) != .giveUp)
    }

    @Test func `P6: the bound of a pause doubles up to the longest, and chance takes a part of it`()
    {
        let policy = RetryPolicy(
            tries: 9, firstPause: .milliseconds(100), longestPause: .milliseconds(300))
        let error = RequestError(.unreachable, request: request)
        let pauses = (1...4).map { decide(error, policy: policy, tried: $0, random: 0.5) }
        #expect(pauses == [50, 100, 150, 150].map { .retry(after: .milliseconds($0)) })
        #expect(decide(error, policy: policy, random: 0) == .retry(after: .zero))
    }

    @Test func `P6: the number of tries is a limit`() {
        let error = RequestError(.unreachable, request: request)
        #expect(decide(error, tried: 2) != .giveUp)
        #expect(decide(error, tried: 3) == .giveUp)
        #expect(decide(error, policy: .never) == .giveUp)
    }

    @Test func `P6: Retry-After is obeyed in both forms, and ends it where there is no time`() {
        let date = HTTPHeaders(
            dictionaryLiteral: ("Retry-After", "Sun, 06 Nov 1994 08:49:41 GMT"),
            ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"))
        for headers in [date, ["Retry-After": "4"]] {
            let error = RequestError(
                .badStatus, request: request, response: HTTPResponse(status: 429, headers: headers))
            #expect(decide(error) == .retry(after: .milliseconds(4_100)))
            #expect(decide(error, timeLeft: .seconds(4)) == .waitIsTooLong)
        }
    }

    @Test func `P6: a pause that would outlast the total is not begun`() {
        let error = RequestError(.unreachable, request: request)
        #expect(decide(error, timeLeft: .milliseconds(100)) == .giveUp)
        #expect(decide(error, timeLeft: .milliseconds(101)) != .giveUp)
    }

    @Test func `P6: a profile's own code of a passing failure is tried again, whatever the status`()
    {
        let policy = RetryPolicy(serverCodes: ["ratelimited"])
        for (code, status) in [(RequestError.Code.rejected, 200), (.badStatus, 403)] {
            let error = RequestError(
                code, request: request, response: HTTPResponse(status: status),
                serverCode: "ratelimited")
            #expect(decide(error, policy: policy) != .giveUp)
            #expect(decide(error) == .giveUp)
        }
    }

    /// GitHub's 403 with no requests left.
    @Test func `P6: a field that says "later" counts for its statuses, and when is obeyed`() {
        var policy = RetryPolicy.standard
        policy.headerSignal = .init(
            statuses: [403], name: "X-RateLimit-Remaining", values: ["0"])
        policy.afterHeader = "X-RateLimit-Reset"
        func decide(_ status: Int, _ headers: HTTPHeaders) -> RetryPolicy.Decision {
            let response = HTTPResponse(status: status, headers: headers)
            return self.decide(
                RequestError(.badStatus, request: request, response: response), policy: policy)
        }
        #expect(decide(403, [:]) == .giveUp)
        #expect(decide(403, ["x-ratelimit-remaining": "1"]) == .giveUp)
        #expect(decide(404, ["x-ratelimit-remaining": "0"]) == .giveUp)
        #expect(
            decide(403, ["x-ratelimit-remaining": "0"]) == .retry(after: .milliseconds(100)))
        let soon: HTTPHeaders = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "2"]
        #expect(decide(403, soon) == .retry(after: .milliseconds(2_100)))
        // A time of day counts by the answer's own clock; without one it can't be counted on.
        var late: HTTPHeaders = ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000003"]
        #expect(decide(403, late) == .waitIsTooLong)
        late["Date"] = "Fri, 15 Jan 2027 08:00:00 GMT"
        #expect(decide(403, late) == .retry(after: .milliseconds(3_100)))
        late["Date"] = "Fri, 15 Jan 2027 07:00:00 GMT"
        #expect(decide(403, late) == .waitIsTooLong)
    }

    private func decide(
        _ error: RequestError, _ request: HTTPRequest? = nil, policy: RetryPolicy = .standard,
        tried: Int = 1, timeLeft: Duration = .seconds(15), random: Double = 0.5
    ) -> RetryPolicy.Decision {
        policy.decision(
            about: error, of: request ?? self.request, tried: tried, timeLeft: timeLeft,
            random: random)
    }
}

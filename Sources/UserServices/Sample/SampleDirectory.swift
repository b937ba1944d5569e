package import SluiceHTTP

/// The made-up directory inside the program: a transport that answers requests to `sample:` URLs.
///
/// A request comes in; a status, headers and JSON bytes go out, in the envelope `{code, message,
/// timestamp, data}`. Nothing above it knows that there is no network. It keeps no state: the one
/// token it hands out is always good.
package struct SampleDirectory: Transport {
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Int64

    /// Makes the directory; `clock` is what its latency waits on, `now` gives milliseconds since 1970.
    package init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64) {
        self.clock = clock
        self.now = now
    }

    /// Made at the first request of the process, and then kept: the people never change.
    private static let people = SamplePeople()

    private static func fault(
        _ query: SampleQuery, of request: HTTPRequest
    ) throws(RequestError) -> SampleFault {
        do throws(SampleFault.Mistake) {
            return try SampleFault(query)
        } catch {
            throw RequestError(.setup, request: request, detail: error.reason)
        }
    }

    /// Answers a request, after the latency that its URL asks for.
    @concurrent
    package func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        let query = SampleQuery(request.url.query)
        let fault = try Self.fault(query, of: request)
        if fault.latency > .zero {
            let limit = request.limits?.total ?? fault.latency
            do {
                try await clock.sleep(for: min(fault.latency, limit))
            } catch {
                throw .cancelled(request)
            }
            if limit < fault.latency { throw RequestError(.timedOut, request: request) }
        }
        if Task.isCancelled { throw .cancelled(request) }
        let route = SampleRoutes(people: Self.people, request: request, query: query)
        switch fault.kind {
        case .offline:
            throw RequestError(
                .unreachable, request: request, detail: "the sample directory is told to be offline"
            )
        case .html:
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
                text: "<!DOCTYPE html><html><body><h1>Welcome to the proxy</h1></body></html>")
        case .status503:
            return SampleAnswer(status: 503, message: "The directory is being repaired").response(
                at: now())
        case .rejected:
            return SampleAnswer(status: 200, code: 500, message: "The directory says no").response(
                at: now())
        case .expired where !route.isLogin:
            return SampleAnswer(status: 666, message: "The session has ended").response(at: now())
        case .expired, nil:
            return route.answer().response(at: now())
        }
    }
}

import Synchronization

/// A transport for tests: answers from a script or a function, keeps what it was asked, waits on a clock.
///
///     let stub = StubTransport([.answer(HTTPResponse(status: 200, text: #"{"data": 1}"#))])
///
/// A script that is over answers with `setup`, so that one request too many fails the test.
public final class StubTransport: Transport {
    /// One step of a script.
    public enum Step: Sendable {
        /// An answer.
        case answer(HTTPResponse)
        /// No answer: the code of the error to fail with, and its detail.
        case failure(RequestError.Code, String? = nil)
        /// A wait on the transport's clock, then the next step.
        case wait(Duration)
    }

    private enum Source {
        case script
        case function(@Sendable (HTTPRequest) async throws(RequestError) -> HTTPResponse)
    }

    private struct State {
        var steps: ArraySlice<Step>
        var requests: [HTTPRequest] = []

        /// The waits for this request, and the step that ends them.
        mutating func take(for request: HTTPRequest) -> ArraySlice<Step> {
            requests.append(request)
            let end = steps.firstIndex { if case .wait = $0 { false } else { true } }
            let taken = steps[..<(end.map { $0 + 1 } ?? steps.endIndex)]
            steps = steps[taken.endIndex...]
            return taken
        }
    }

    private let source: Source
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    /// Answers with the steps in order, each request taking the waits up to and with one answer.
    public init(_ steps: [Step], clock: any Clock<Duration> = ContinuousClock()) {
        source = .script
        self.clock = clock
        state = Mutex(State(steps: steps[...]))
    }

    /// Answers each request with what a function makes of it.
    public init(
        _ answer: @escaping @Sendable (HTTPRequest) async throws(RequestError) -> HTTPResponse
    ) {
        source = .function(answer)
        clock = ContinuousClock()
        state = Mutex(State(steps: []))
    }

    /// What it was asked, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Keeps the request and gives its answer.
    public func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        try request.checkHeaders()
        let steps = state.withLock { $0.take(for: request) }
        if case .function(let answer) = source { return try await answer(request) }
        for step in steps {
            switch step {
            case .wait(let duration):
                do { try await clock.sleep(for: duration) } catch { throw .cancelled(request) }
            case .failure(let code, let detail):
                throw RequestError(code, request: request, detail: detail)
            case .answer(let response):
                if Task.isCancelled { throw .cancelled(request) }
                return response
            }
        }
        throw RequestError(.setup, request: request, detail: "the stub's script is over")
    }
}

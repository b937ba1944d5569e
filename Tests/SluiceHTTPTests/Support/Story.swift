import SluiceFlow
import SluiceHTTP
import SluiceTesting

/// What became of calls in virtual time, a line each: `7 at 10`, milliseconds.
@MainActor
final class Story {
    private let clock: VirtualClock
    private(set) var lines: [String] = []

    init(_ clock: VirtualClock) { self.clock = clock }

    @discardableResult
    func run<Value>(_ call: Single<Value, RequestError>) -> RunningCall {
        call.done { self.add("\($0)") }.catch { self.add($0.code) }
    }

    func add(_ text: String) {
        lines.append("\(text) at \(Int(clock.now.offset / .milliseconds(1)))")
    }
}

extension StubTransport {
    /// Answers each request with 7, after a time.
    convenience init(clock: VirtualClock, takes time: Duration) {
        self.init { request throws(RequestError) in
            do { try await clock.sleep(for: time) } catch { throw .cancelled(request) }
            return HTTPResponse(status: 200, text: "7")
        }
    }
}

import Synchronization
import Users

/// Remembers that a server could not be reached, so that a person isn't made to wait for it each time.
final class Reachability: Sendable {
    /// How long the cache is served after a failed connect before the server is asked again (P14).
    static let pause: Int64 = 30_000

    private struct Failure {
        var time: Int64
        var error: ServiceError
    }

    private let failure = Mutex<Failure?>(nil)

    /// Notes the outcome of a request; nil for an answer, whatever it said.
    func note(_ error: ServiceError?, at now: Int64) {
        failure.withLock { failure in
            switch error?.errorCode {
            case .unreachable?: failure = error.map { Failure(time: now, error: $0) }
            // The time ran out, or the call was given up: that says nothing new.
            case .timedOut?, .cancelled?, .usage?: break
            default: failure = nil
            }
        }
    }

    /// Why the server isn't asked now; nil when it may be.
    func recentFailure(at now: Int64) -> ServiceError? {
        failure.withLock { failure in
            guard let failure, (0..<Self.pause).contains(now - failure.time) else { return nil }
            return failure.error
        }
    }
}

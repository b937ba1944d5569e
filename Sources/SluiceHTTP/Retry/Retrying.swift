/// Sends a request until it succeeds, or its policy says that another try is of no use.
struct Retrying: Sendable {
    let policy: RetryPolicy
    let clock: any Clock<Duration>
    /// Gives a number from 0 up to 1.
    let random: @Sendable () -> Double

    /// Makes the tries; fails with the last one's failure, or `cancelled` during a pause.
    func run<Value>(
        _ request: HTTPRequest, _ deadline: Deadline,
        _ attempt: () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        var tried = 0
        while true {
            do throws(RequestError) { return try await attempt() } catch {
                tried += 1
                let decision = policy.decision(
                    about: error, of: request, tried: tried, timeLeft: deadline.timeLeft,
                    random: random())
                switch decision {
                case .giveUp: throw error
                case .waitIsTooLong: throw error.sayingThatItWillNotWait()
                case .retry(let pause):
                    do { try await clock.sleep(for: pause) } catch { throw .cancelled(request) }
                }
            }
        }
    }
}

extension RequestError {
    /// The error, with the reason for which there was no other try.
    fileprivate func sayingThatItWillNotWait() -> RequestError {
        var error = self
        let time = retryAfter.map { "\($0) s" } ?? "for some time"
        let reason = "the server asks to wait \(time), which is more than is allowed"
        error.detail = [detail, reason].compactMap(\.self).joined(separator: ": ")
        return error
    }
}

import Synchronization

/// A clock that stands still: each sleep is seen by the test, and ends when the test says so.
final class StepClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let sleeps = AsyncStream<Duration>.makeStream()
    private let wakes = AsyncStream<Void>.makeStream()

    let now = Instant(offset: .zero)
    let minimumResolution = Duration.nanoseconds(1)

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.continuation.yield(deadline.offset)
        for await _ in wakes.stream { return }
        throw CancellationError()
    }

    /// Waits until somebody sleeps, and says for how long.
    func nextSleep() async -> Duration? {
        for await sleep in sleeps.stream { return sleep }
        return nil
    }

    /// Ends the sleep.
    func wake() { wakes.continuation.yield() }
}

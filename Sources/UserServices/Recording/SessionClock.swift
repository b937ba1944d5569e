import Synchronization

/// The clock of a session that is recorded: it moves with inputs, exchanges and pauses, and with
/// nothing else, so that the times are those that a replay in virtual time has.
///
/// Whole milliseconds, as exchanges are written down. Real time is what is waited for all the same.
final class SessionClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let wait: @Sendable (Duration) async throws -> Void
    private let elapsed: @Sendable () -> Duration
    private let time = Mutex(Duration.zero)

    /// Begins a session's time at zero.
    init(_ clock: any Clock<Duration>) {
        wait = { try await clock.sleep(for: $0) }
        elapsed = Self.watch(clock)
    }

    private static func watch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .milliseconds(1) }

    /// Moves on to the present, and gives it.
    @discardableResult
    func moveOn() -> Duration {
        let present = Duration.milliseconds(Int64((elapsed() / .milliseconds(1)).rounded(.up)))
        return move(to: present)
    }

    /// Waits as long as it is to the deadline by this clock; the session's time is the deadline then.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await wait(max(.zero, now.duration(to: deadline)))
        move(to: deadline.offset)
    }

    @discardableResult
    private func move(to target: Duration) -> Duration {
        time.withLock { time in
            time = max(time, target)
            return time
        }
    }
}

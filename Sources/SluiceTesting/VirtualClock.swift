import SluiceFlow
import Synchronization

/// A clock that moves only when a test says so: hand it to whatever sleeps or measures.
///
/// It belongs to one `VirtualTime`. Sleeping is for the calls of that test: in a task that the kit
/// didn't start (`async let`, a task group, `Task { }`) it fails the test, since nobody can count
/// such a task; combine calls with `Single` instead. Cancelling a sleep ends it at once.
public final class VirtualClock: Clock, Sendable {
    /// A point in virtual time.
    public struct Instant: InstantProtocol {
        /// The time since the test began.
        public var offset: Duration

        /// The instant `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }
        /// The time from this instant to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether one instant is earlier.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let nanoseconds = Atomic<Int64>(0)
    private let ledger: VirtualLedger

    init(ledger: VirtualLedger) { self.ledger = ledger }

    /// The virtual time.
    public var now: Instant {
        Instant(offset: .nanoseconds(nanoseconds.load(ordering: .acquiring)))
    }

    /// The smallest step: a nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the test has advanced the clock to `deadline`. Throws `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if deadline <= now { return }
        try await ledger.sleep(until: deadline, account: CallAccount.current)
    }

    func move(to instant: Instant) {
        let (seconds, attoseconds) = instant.offset.components
        nanoseconds.store(
            seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .releasing)
    }
}

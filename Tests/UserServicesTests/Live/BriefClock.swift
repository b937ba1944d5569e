import Synchronization

/// A clock on which every pause lasts a millisecond, however long it was to be.
///
/// Not none at all: what asks every so often would leave the others no time. Nothing else moves it,
/// so that a loaded machine never brings about the end of a time limit.
final class BriefClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now
    private let pauses = Atomic<Int>(0)

    var now: Instant { start.advanced(by: .milliseconds(pauses.load(ordering: .relaxed))) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if deadline <= now { return }
        try await ContinuousClock().sleep(for: .milliseconds(1))
        pauses.add(1, ordering: .relaxed)
    }
}

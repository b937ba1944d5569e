/// A clock on which every pause lasts a millisecond, however long it was to be.
///
/// Not none at all: what asks every so often would leave the others no time.
struct BriefClock: Clock {
    typealias Instant = ContinuousClock.Instant

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let end = min(deadline, now.advanced(by: .milliseconds(1)))
        try await ContinuousClock().sleep(until: end)
    }
}

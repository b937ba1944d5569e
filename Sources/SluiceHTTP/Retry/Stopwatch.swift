/// Measures the time since it was made, on whatever clock it is given.
struct Stopwatch: Sendable {
    /// How much time has passed.
    let elapsed: @Sendable () -> Duration

    /// Starts.
    init(_ clock: any Clock<Duration>) { elapsed = Self.start(clock) }

    private static func start<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

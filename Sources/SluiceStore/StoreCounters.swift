import Synchronization

/// What a store did since it was opened: for benchmarks, and for tests that count.
public final class StoreCounters: Sendable {
    private let prepareCount = Atomic<Int>(0)
    private let stepCount = Atomic<Int>(0)

    /// Statements prepared; stays as it is once every statement has been used.
    public var prepares: Int { prepareCount.load(ordering: .relaxed) }
    /// Steps of statements that have ended.
    public var steps: Int { stepCount.load(ordering: .relaxed) }

    func prepared() { prepareCount.wrappingAdd(1, ordering: .relaxed) }
    func stepped(_ count: Int) { stepCount.wrappingAdd(count, ordering: .relaxed) }
}

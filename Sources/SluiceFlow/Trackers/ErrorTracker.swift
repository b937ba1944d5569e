/// Emits each failure of a screen's calls exactly once, whoever observes.
///
/// It never swallows one: `trackError` passes the failure on. The same error twice is two events,
/// and a late observer gets none of the earlier ones.
@MainActor
public final class ErrorTracker {
    private let hub = Hub<TrackedError>(replays: false)
    private let policy: CatchPolicy
    private let isIncluded: @MainActor (any Error) -> Bool
    private var nextID = 0

    /// Makes a tracker of the errors that the policy admits and `isIncluded` holds for.
    public init(
        policy: CatchPolicy = .allErrorsExceptCancellation,
        where isIncluded: @escaping @MainActor (any Error) -> Bool = { _ in true }
    ) {
        self.policy = policy
        self.isIncluded = isIncluded
    }

    /// Makes a tracker of the errors of one type.
    public convenience init<Failure: Error>(
        only type: Failure.Type, policy: CatchPolicy = .allErrorsExceptCancellation
    ) {
        self.init(policy: policy) { $0 is Failure }
    }

    /// Emits each failure once, when it happens; completes when the tracker goes away.
    public var errors: Signal<TrackedError> { Signal(hub: hub) }

    /// Reports an error by hand.
    public func report(_ error: any Error, label: String = #function) {
        TurnQueue.shared.perform { self.record(error, label: label) }
    }

    /// Emits inside the turn that is under way.
    func record(_ error: any Error, label: String) {
        guard policy.admits(error), isIncluded(error) else { return }
        nextID += 1
        hub.deliver(TrackedError(id: nextID, error: error, label: label))
    }

    isolated deinit { hub.complete() }
}

/// A failure, and the call it belongs to.
public struct TrackedError: Sendable, Identifiable {
    /// Tells the errors of one tracker apart; grows with each.
    public let id: Int
    /// The failure itself.
    public let error: any Error
    /// The label of the call that failed.
    public let label: String
}

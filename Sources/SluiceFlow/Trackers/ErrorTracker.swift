/// Emits each failure of a screen's calls exactly once, whoever observes.
///
/// It never swallows one: `trackError` passes the failure on. The same error twice is two events,
/// and a late observer gets none of the earlier ones.
@MainActor
public final class ErrorTracker {
    @usableFromInline let channel: ErrorChannel

    /// Makes a tracker of the errors that the policy admits and `isIncluded` holds for.
    public init(
        policy: CatchPolicy = .allErrorsExceptCancellation,
        where isIncluded: @escaping @MainActor (any Error) -> Bool = { _ in true }
    ) {
        channel = ErrorChannel(policy: policy, isIncluded: isIncluded)
    }

    /// Makes a tracker of the errors of one type.
    public convenience init<Failure: Error>(
        only type: Failure.Type, policy: CatchPolicy = .allErrorsExceptCancellation
    ) {
        self.init(policy: policy) { $0 is Failure }
    }

    /// Emits each failure once, when it happens; completes when the tracker goes away.
    public var errors: Signal<TrackedError> { Signal(hub: channel.hub) }

    /// Reports an error by hand.
    public func report(_ error: any Error, label: String = #function) {
        TurnQueue.shared.perform { self.channel.record(error, label: label) }
    }

    isolated deinit { channel.hub.complete() }
}

/// The way into a tracker. Calls hold it and not the tracker, which they so don't keep alive.
@MainActor @usableFromInline
final class ErrorChannel {
    let hub = Hub<TrackedError>(replays: false)
    private let policy: CatchPolicy
    private let isIncluded: @MainActor (any Error) -> Bool
    private var nextID = 0

    init(policy: CatchPolicy, isIncluded: @escaping @MainActor (any Error) -> Bool) {
        self.policy = policy
        self.isIncluded = isIncluded
    }

    /// Emits inside the turn that is under way.
    @usableFromInline
    func record(_ error: any Error, label: String) {
        guard policy.admits(error), isIncluded(error) else { return }
        nextID += 1
        hub.deliver(TrackedError(id: nextID, error: error, label: label))
    }
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

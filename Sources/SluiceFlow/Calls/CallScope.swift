/// What the work of a call may know of the call it is part of.
@usableFromInline
struct CallScope: Sendable {
    @TaskLocal static var current: CallScope?

    let call: OpenCall
    let account: CallAccount?

    /// Starts a task that is part of a call.
    @MainActor @usableFromInline
    static func bind(
        _ call: OpenCall, _ start: () -> Task<Void, Never>
    ) -> Task<Void, Never> {
        $current.withValue(CallScope(call: call), operation: start)
    }

    @MainActor
    init(call: OpenCall) {
        self.call = call
        account = call.account
    }
}

/// How far a call has come, as its work reports it.
public struct CallProgress: Sendable, Hashable {
    /// How much is done, in `unit`s.
    public var completed: Int64
    /// How much there is in all, where that is known.
    public var total: Int64?
    /// What is counted: "people", "bytes".
    public var unit: String

    /// Makes a progress.
    public init(completed: Int64, total: Int64? = nil, unit: String) {
        self.completed = completed
        self.total = total
        self.unit = unit
    }

    /// Reports to the activity trackers of the call that this code is part of; elsewhere does nothing.
    public static func report(completed: Int64, total: Int64? = nil, unit: String) async {
        guard let scope = CallScope.current else { return }
        await scope.call.report(
            CallProgress(completed: completed, total: total, unit: unit))
    }
}

/// A cold `async` call with one typed result: nothing runs until it is subscribed to or awaited.
///
/// Each `subscribe`, `value()` or trigger of a flatMap operator is a new run. A run has one of three
/// outcomes: a value, a failure, or none, when it was cancelled. A plain `async` function runs on
/// its caller, which for a view model is the main actor: work that decodes or touches rows is
/// `@concurrent` or behind an actor.
///
/// ```swift
/// func user(_ id: User.ID) -> Single<User, ServiceError> {
///     Single { () async throws(ServiceError) in try await directory.fetch(id) }
/// }
/// ```
public struct Single<Value: Sendable, Failure: Error>: Sendable {
    /// What the call is named in a status line, an error and a timeline.
    public let label: String
    /// Which failures `.done { }.catch { }` is told of.
    @usableFromInline package var policy = CatchPolicy.allErrorsExceptCancellation
    @usableFromInline let work: @Sendable () async throws(Failure) -> Value
    @usableFromInline var activities: [ActivityLedger] = []
    @usableFromInline var errors: [ErrorChannel] = []

    /// Describes a call. Its label is the function it is made in, unless one is given.
    @inlinable
    public init(
        _ label: String = #function, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        self.label = label
        self.work = work
    }

    /// Counts each run of this call in `tracker`, from before its work starts until its outcome is delivered.
    ///
    /// The tracker is held weakly.
    @inlinable
    public func trackActivity(_ tracker: ActivityTracker) -> Self {
        var copy = self
        copy.activities.append(tracker.ledger)
        return copy
    }

    /// Reports each failure of this call to `tracker`, and passes it on.
    ///
    /// What comes before, a `recover` say, has already handled its failures and isn't reported;
    /// what comes after handles them besides. The tracker is held weakly.
    @inlinable
    public func trackError(_ tracker: ErrorTracker) -> Self {
        var copy = self
        copy.errors.append(tracker.channel)
        return copy
    }

    /// Which failures the caller's own `.catch { }` is told of; without it, all but cancellations.
    @inlinable
    public func catchPolicy(_ policy: CatchPolicy) -> Self {
        var copy = self
        copy.policy = policy
        return copy
    }
}

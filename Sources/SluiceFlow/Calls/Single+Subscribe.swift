extension Single {
    /// Starts a run; `onValue` gets its value. Dropping the result cancels the run.
    ///
    /// A failure goes to the call's error trackers, and to `onFailure` where one is given.
    @MainActor
    public func subscribe(
        _ onValue: @escaping @MainActor (Value) -> Void,
        onFailure: @escaping @MainActor (Failure) -> Void = { _ in }
    ) -> Subscription {
        let run = Run(self) { _, result in
            switch result {
            case .success(let value): onValue(value)
            case .failure(let error): onFailure(error)
            }
        }
        run.start()
        return Subscription { run.cancel() }
    }

    /// Says what to do with the value; `.catch { }` says what to do with a failure, and starts the run.
    public func done(_ onValue: @escaping @MainActor (Value) -> Void) -> HandledCall<Value, Failure>
    {
        HandledCall(single: self, onValue: onValue)
    }
}

/// A call whose value is taken care of; `catch` completes and starts it.
public struct HandledCall<Value: Sendable, Failure: Error> {
    let single: Single<Value, Failure>
    let onValue: @MainActor (Value) -> Void

    /// Starts the run, which goes on until it ends or the result is cancelled.
    ///
    /// `onFailure` comes after the call's own error trackers, and follows the call's `CatchPolicy`:
    /// by default it isn't told of a cancellation.
    @MainActor @discardableResult
    public func `catch`(_ onFailure: @escaping @MainActor (Failure) -> Void) -> RunningCall {
        let policy = single.policy
        let onValue = onValue
        let run = Run(single) { _, result in
            switch result {
            case .success(let value): onValue(value)
            case .failure(let error): if policy.admits(error) { onFailure(error) }
            }
        }
        run.start()
        return RunningCall { run.cancel() }
    }
}

/// A call that runs until it ends by itself, whether this is kept or not.
@MainActor
public struct RunningCall {
    let action: @MainActor () -> Void

    /// Ends the run without an outcome; does nothing when it has ended.
    public func cancel() { action() }
}

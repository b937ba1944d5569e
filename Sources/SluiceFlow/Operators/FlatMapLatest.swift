extension Flow {
    /// Starts a call for each event and cancels the one before; emits each value when it arrives.
    @inlinable
    public func flatMapLatest<Value>(
        _ call: @escaping @MainActor (Element) -> Single<Value, Never>
    ) -> Signal<Value> { calls(.latest, call) }

    /// Starts a call for each event and cancels the one before; emits where the latest stands.
    ///
    /// Idle at the start, loading in the turn of the event, then loaded or failed. A call that
    /// reports its own cancellation leaves what was there before it.
    ///
    /// An event of `cancel` ends the running call without an outcome, and leaves what was there
    /// before it.
    @inlinable
    public func flatMapLatest<Value, Failure>(
        cancelledBy cancel: Signal<Void>? = nil,
        _ call: @escaping @MainActor (Element) -> Single<Value, Failure>
    ) -> Driver<Async<Value, Failure>> { asyncCalls(.latest, cancelledBy: cancel, call) }

    /// Starts a call for each event and cancels the one before; emits each value, and for an end without one nothing.
    @inlinable
    public func flatMapLatest<Value>(
        _ call: @escaping @MainActor (Element) -> Maybe<Value>
    ) -> Signal<Value> { calls(.latest) { call($0).single }.compactMap { $0 } }
}

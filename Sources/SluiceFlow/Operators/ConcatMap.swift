extension Flow {
    /// Starts a call for each event, after those before it; emits each value when it arrives.
    @inlinable
    public func concatMap<Value>(
        _ call: @escaping @MainActor (Element) -> Single<Value, Never>
    ) -> Signal<Value> { calls(.queue, call) }

    /// Starts a call for each event, after those before it; emits where the running one stands, idle at the start.
    ///
    /// An event of `cancel` ends the running call without an outcome, and forgets those that wait.
    @inlinable
    public func concatMap<Value, Failure>(
        cancelledBy cancel: Signal<Void>? = nil,
        _ call: @escaping @MainActor (Element) -> Single<Value, Failure>
    ) -> Driver<Async<Value, Failure>> { asyncCalls(.queue, cancelledBy: cancel, call) }

    /// Starts a call for each event, after those before it; emits each value, and for an end without one nothing.
    @inlinable
    public func concatMap<Value>(
        _ call: @escaping @MainActor (Element) -> Maybe<Value>
    ) -> Signal<Value> { calls(.queue) { call($0).single }.compactMap { $0 } }
}

extension Flow {
    /// Starts a call for an event unless one is running; emits each value when it arrives.
    @inlinable
    public func flatMapFirst<Value>(
        _ call: @escaping @MainActor (Element) -> Single<Value, Never>
    ) -> Signal<Value> { calls(.first, call) }

    /// Starts a call for an event unless one is running; emits where it stands, idle at the start.
    ///
    /// An event of `cancel` ends the running call without an outcome, and leaves what was there
    /// before it.
    @inlinable
    public func flatMapFirst<Value, Failure>(
        cancelledBy cancel: Signal<Void>? = nil,
        _ call: @escaping @MainActor (Element) -> Single<Value, Failure>
    ) -> Driver<Async<Value, Failure>> { asyncCalls(.first, cancelledBy: cancel, call) }

    /// Starts a call for an event unless one is running; emits each value, and for an end without one nothing.
    @inlinable
    public func flatMapFirst<Value>(
        _ call: @escaping @MainActor (Element) -> Maybe<Value>
    ) -> Signal<Value> { calls(.first) { call($0).single }.compactMap { $0 } }
}

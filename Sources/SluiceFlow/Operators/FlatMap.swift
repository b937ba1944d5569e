extension Flow {
    /// Starts a call for each event, beside those that run; emits each value when it arrives.
    @inlinable
    public func flatMap<Value>(
        _ call: @escaping @MainActor (Element) -> Single<Value, Never>
    ) -> Signal<Value> { calls(.merge, call) }

    /// Starts a call for each event, beside those that run; emits each value, and for an end without one nothing.
    @inlinable
    public func flatMap<Value>(
        _ call: @escaping @MainActor (Element) -> Maybe<Value>
    ) -> Signal<Value> { calls(.merge) { call($0).single }.compactMap { $0 } }
}

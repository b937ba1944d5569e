extension Flow {
    /// Emits `transform` of each event, when it arrives.
    @inlinable
    public func map<Output>(
        _ transform: @escaping @MainActor (Element) -> Output
    ) -> Flow<Kind, Output> {
        let attach = attach
        return Flow<Kind, Output> { sink in
            attach(Sink(next: { sink.next(transform($0)) }, completed: sink.completed))
        }
    }

    /// Emits `value` for each event, when it arrives.
    @inlinable
    public func mapTo<Output>(_ value: Output) -> Flow<Kind, Output> { map { _ in value } }
}

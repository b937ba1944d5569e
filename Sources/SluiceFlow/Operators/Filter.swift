extension Flow {
    /// Emits the events that `isIncluded` holds for, when they arrive; a driver may so have no value yet.
    @inlinable
    public func filter(_ isIncluded: @escaping @MainActor (Element) -> Bool) -> Self {
        let attach = attach
        return Self { sink in
            attach(
                Sink(next: { if isIncluded($0) { sink.next($0) } }, completed: sink.completed))
        }
    }

    /// Emits what `transform` makes of each event unless it is nil, when the event arrives.
    @inlinable
    public func compactMap<Output>(
        _ transform: @escaping @MainActor (Element) -> Output?
    ) -> Flow<Kind, Output> {
        let attach = attach
        return Flow<Kind, Output> { sink in
            attach(
                Sink(
                    next: { if let output = transform($0) { sink.next(output) } },
                    completed: sink.completed))
        }
    }
}

extension Flow {
    /// Emits `initial` at the start, then for each event what `next` makes of the state and the event.
    public func scan<State>(
        _ initial: State, _ next: @escaping @MainActor (State, Element) -> State
    ) -> Driver<State> {
        var state = initial
        return stage(startingWith: initial) { element, hub in
            state = next(state, element)
            hub.deliver(state)
        }
    }
}

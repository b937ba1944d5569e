extension Flow where Element: Equatable {
    /// Emits an event unless it equals the one before it. Not for errors: two alike are two events.
    public func distinctUntilChanged() -> Self {
        var previous: Element?
        return stage { element, hub in
            if element == previous { return }
            previous = element
            hub.deliver(element)
        }
    }
}

extension Flow {
    /// Emits the same events, after running `next` for each: once, whoever observes, from when it is made.
    public func `do`(_ next: @escaping @MainActor (Element) -> Void) -> Self {
        stage { element, hub in
            next(element)
            hub.deliver(element)
        }
    }
}

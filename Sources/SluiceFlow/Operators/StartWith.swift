extension Flow {
    /// State that is `element` until the first event, and then the latest event.
    public func startWith(_ element: Element) -> Driver<Element> {
        stage(startingWith: element) { element, hub in hub.deliver(element) }
    }
}

extension Flow {
    /// Emits each event together with the one before it, from the second one on.
    public func pairwise() -> Flow<Kind, (Element, Element)> {
        var previous: Element?
        return stage { element, hub in
            defer { previous = element }
            if let previous { hub.deliver((previous, element)) }
        }
    }
}

extension Flow {
    /// Emits the first `count` events from when it is made, then completes; none completes at once.
    public func take(_ count: Int) -> Self {
        if count <= 0 { return .completed() }
        var left = count
        return stage { element, hub in
            if left == 0 { return }
            left -= 1
            hub.deliver(element)
            if left == 0 { hub.deliverCompletion() }
        }
    }

    /// Emits the events until `end` emits, then completes.
    public func takeUntil<EndKind, End>(_ end: Flow<EndKind, End>) -> Self {
        let stage = Stage<Element>(replays: Kind.replays)
        let hub = WeakHub(hub: stage.hub)
        stage.connect(end) { _ in
            hub.hub?.deliverCompletion()
        } completed: {
        }
        stage.connect(self) {
            hub.hub?.deliver($0)
        } completed: {
            hub.hub?.deliverCompletion()
        }
        return stage.flow()
    }
}

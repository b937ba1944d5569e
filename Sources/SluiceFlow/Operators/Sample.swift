extension Flow {
    /// Emits the latest event for each event of `trigger`, if there is one since the trigger before.
    public func sample<TriggerKind, Trigger>(_ trigger: Flow<TriggerKind, Trigger>) -> Self {
        let stage = Stage<Element>(replays: Kind.replays)
        let hub = WeakHub(hub: stage.hub)
        var latest: Element?
        stage.connect(self) {
            latest = $0
        } completed: {
            hub.hub?.deliverCompletion()
        }
        stage.connect(trigger) { _ in
            guard let element = latest else { return }
            latest = nil
            hub.hub?.deliver(element)
        } completed: {
            hub.hub?.deliverCompletion()
        }
        return stage.flow()
    }
}

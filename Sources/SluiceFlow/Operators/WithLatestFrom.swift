extension Flow {
    /// Emits each event together with the latest value of `state`; nothing before it has one.
    public func withLatestFrom<State>(_ state: Driver<State>) -> Flow<Kind, (Element, State)> {
        let stage = Stage<(Element, State)>(replays: Kind.replays)
        let hub = WeakHub(hub: stage.hub)
        var latest: State?
        stage.connect(state) {
            latest = $0
        } completed: {
        }
        stage.connect(self) { element in
            if let latest { hub.hub?.deliver((element, latest)) }
        } completed: {
            hub.hub?.deliverCompletion()
        }
        return stage.flow()
    }
}

extension Flow where Kind == EventKind {
    /// Emits every event of every source, when it arrives; completes when all have.
    public static func merge(_ sources: Self...) -> Self { merge(sources) }

    /// Emits every event of every source, when it arrives; completes when all have.
    public static func merge(_ sources: [Self]) -> Self {
        if sources.isEmpty { return .completed() }
        let stage = Stage<Element>(replays: false)
        let hub = WeakHub(hub: stage.hub)
        var open = sources.count
        for source in sources {
            stage.connect(source) {
                hub.hub?.deliver($0)
            } completed: {
                open -= 1
                if open == 0 { hub.hub?.deliverCompletion() }
            }
        }
        return stage.flow()
    }
}

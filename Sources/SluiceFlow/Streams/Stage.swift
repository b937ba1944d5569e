/// An operator with state: it observes its sources from when it is made, whoever observes it.
///
/// It lives as long as the stream made from it or an observer of that stream, and lets go of its
/// sources when it dies. A source's observer must refer to it weakly.
@MainActor @usableFromInline
class Stage<Output> {
    @usableFromInline let hub: Hub<Output>
    private var sources: [Subscription] = []

    @usableFromInline init(replays: Bool) { hub = Hub(replays: replays) }

    /// Observes a source for as long as the stage lives.
    @usableFromInline
    func connect<Kind, Element>(
        _ source: Flow<Kind, Element>, _ next: @escaping @MainActor (Element) -> Void,
        completed: @escaping @MainActor () -> Void
    ) {
        sources.append(source.subscribe(next, completed: completed))
    }

    /// The stage as a stream, whose observers keep the stage alive.
    @inlinable
    func flow<Kind>(_: Kind.Type = Kind.self) -> Flow<Kind, Output> {
        Flow { sink in self.hub.attach(sink, keeping: self) }
    }
}

extension Flow {
    /// Makes an operator with state of its own: `next` gets each event and what it may deliver to.
    func stage<OutputKind: FlowKind, Output>(
        _: OutputKind.Type = OutputKind.self, startingWith first: Output? = nil,
        _ next: @escaping @MainActor (Element, Hub<Output>) -> Void
    ) -> Flow<OutputKind, Output> {
        let stage = Stage<Output>(replays: OutputKind.replays)
        stage.hub.latest = first
        let hub = WeakHub(hub: stage.hub)
        stage.connect(self) { element in
            if let hub = hub.hub { next(element, hub) }
        } completed: {
            hub.hub?.deliverCompletion()
        }
        return stage.flow()
    }
}

/// A hub that an observer of a source may refer to without keeping it alive.
@MainActor
struct WeakHub<Element> {
    weak let hub: Hub<Element>?
}

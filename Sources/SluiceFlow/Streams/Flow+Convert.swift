extension Flow {
    /// The same stream, keeping `subscription` for as long as it or an observer of it lives.
    ///
    /// Use it to feed outputs back into inputs inside `transform`.
    public func keeping(_ subscription: Subscription) -> Self {
        let attach = attach
        return Self { sink in
            let kept = Kept(subscription)
            let inner = attach(
                Sink(next: sink.next) {
                    sink.completed()
                    kept.subscription = nil
                })
            return Subscription {
                inner.dispose()
                kept.subscription = nil
            }
        }
    }
}

/// What an observer keeps until it leaves, or the stream completes.
@MainActor
private final class Kept {
    var subscription: Subscription?
    init(_ subscription: Subscription) { self.subscription = subscription }
}

extension Flow where Kind == StateKind {
    /// The changes of this state as events, without the value that it has when observed.
    public var events: Signal<Element> {
        stage(EventKind.self) { element, hub in hub.deliver(element) }
    }
}

/// Emits the first events of all sources together, then the second ones, and so on.
///
/// It keeps what has no partner yet. It completes as soon as no further combination can come.
@MainActor
public func zip<each Element>(
    _ source: repeat Signal<each Element>
) -> Signal<(repeat each Element)> {
    let stage = Stage<(repeat each Element)>(replays: false)
    let hub = WeakHub(hub: stage.hub)
    let queues = (repeat PairingQueue<each Element>())

    func settle() {
        guard let hub = hub.hub else { return }
        var isReady = true
        var isOver = false
        for queue in repeat each queues {
            if queue.elements.isEmpty { isReady = false }
        }
        if isReady, let values = try? (repeat (each queues).next()) { hub.deliver(values) }
        for queue in repeat each queues { isOver = isOver || queue.isOver }
        if isOver { hub.deliverCompletion() }
    }
    func connect<Value>(_ source: Signal<Value>, _ queue: PairingQueue<Value>) {
        stage.connect(source) { value in
            queue.elements.append(value)
            settle()
        } completed: {
            queue.isCompleted = true
            settle()
        }
    }
    repeat connect(each source, each queues)
    return stage.flow()
}

/// What one source of a zip has sent that has no partner yet.
@MainActor
private final class PairingQueue<Value> {
    struct Empty: Error {}
    var elements: [Value] = []
    var isCompleted = false

    /// Whether nothing can come out of it any more.
    var isOver: Bool { isCompleted && elements.isEmpty }

    func next() throws(Empty) -> Value {
        if elements.isEmpty { throw Empty() }
        return elements.removeFirst()
    }
}

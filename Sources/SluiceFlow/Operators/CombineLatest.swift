/// Emits the latest values of all sources, once per event of any, from when each has one.
///
/// When one event reaches several of the sources, each of them emits: intermediate combinations
/// are not left out. Completes when all sources have.
@MainActor
public func combineLatest<each Element>(
    _ source: repeat Driver<each Element>
) -> Driver<(repeat each Element)> {
    let stage = Stage<(repeat each Element)>(replays: true)
    let hub = WeakHub(hub: stage.hub)
    let cells = (repeat Cell<each Element>())
    let open = Cell<Int>(0)

    func emit() {
        guard let hub = hub.hub, let values = try? (repeat (each cells).get()) else { return }
        hub.deliver(values)
    }
    func connect<Value>(_ source: Driver<Value>, _ cell: Cell<Value>) {
        stage.connect(source) { value in
            cell.value = value
            emit()
        } completed: {
            open.value = (open.value ?? 0) - 1
            if open.value == 0 { hub.hub?.deliverCompletion() }
        }
    }
    for _ in repeat each cells { open.value = (open.value ?? 0) + 1 }
    repeat connect(each source, each cells)
    return stage.flow()
}

/// The latest value of one source, none at first.
@MainActor
private final class Cell<Value> {
    struct Empty: Error {}
    var value: Value?
    init(_ value: Value? = nil) { self.value = value }
    func get() throws(Empty) -> Value {
        guard let value else { throw Empty() }
        return value
    }
}

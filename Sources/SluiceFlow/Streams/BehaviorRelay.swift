/// A hand-driven source of state: it holds a value, and its `driver` replays it.
///
/// When the relay goes away its driver completes.
@MainActor
public final class BehaviorRelay<Element> {
    @usableFromInline let hub: Hub<Element>
    private let initial: Element

    /// Makes a relay that holds `value`.
    public init(_ value: Element) {
        initial = value
        hub = Hub(replays: true, latest: value)
    }

    /// The latest delivered value. One sent during a delivery shows up here in its turn.
    public var value: Element { hub.latest ?? initial }

    /// Changes the value: now, or from inside a delivery, right after it.
    @inlinable
    public func send(_ element: Element) { hub.send(element) }

    /// The state. Observing it doesn't keep the relay alive.
    public var driver: Driver<Element> { Driver(hub: hub) }

    isolated deinit { hub.complete() }
}

/// A hand-driven source of events: what is sent into it comes out of its `signal`.
///
/// Use it for a person's input. When the relay goes away its signal completes.
@MainActor
public final class PublishRelay<Element> {
    @usableFromInline let hub = Hub<Element>(replays: false)

    /// Makes a relay with no observers.
    public init() {}

    /// Sends an event to all observers: now, or from inside a delivery, right after it.
    @inlinable
    public func send(_ element: Element) { hub.send(element) }

    /// The events. Observing it doesn't keep the relay alive.
    public var signal: Signal<Element> { Signal(hub: hub) }

    isolated deinit { hub.complete() }
}

extension PublishRelay where Element == Void {
    /// Sends the event.
    public func send() { send(()) }
}

/// What a stream is for: events or state.
public protocol FlowKind {
    /// Whether a new observer gets the latest value first.
    static var replays: Bool { get }
}

/// Events: a tap, an error, a finished upload.
public enum EventKind: FlowKind {
    /// Events are not replayed.
    public static var replays: Bool { false }
}

/// State: a list of people, a busy flag.
public enum StateKind: FlowKind {
    /// The latest state is replayed.
    public static var replays: Bool { true }
}

/// Events over time on the main actor: no replay, and no failure.
public typealias Signal<Element> = Flow<EventKind, Element>

/// State over time on the main actor: replays the latest value to a new observer; no failure.
public typealias Driver<Element> = Flow<StateKind, Element>

/// A stream of values on the main actor that can complete and can't fail.
///
/// Use it by its two names, `Signal` for events and `Driver` for state. Both are plain synchronous
/// pushes. An observer may subscribe, dispose or send from inside a delivery: what is sent there is
/// delivered afterwards, in order. Operators with no state of their own (`map`, `filter`,
/// `compactMap`, `mapTo`) run their function once per event *and observer*, so keep it pure; all
/// others run once, whoever observes, from the moment they are made.
@MainActor
public struct Flow<Kind: FlowKind, Element> {
    @usableFromInline let attach: @MainActor (Sink<Element>) -> Subscription

    @inlinable
    init(attach: @escaping @MainActor (Sink<Element>) -> Subscription) { self.attach = attach }

    /// The stream of a hub, which lives as long as this stream or an observer of it.
    @usableFromInline
    init(hub: Hub<Element>) { attach = { sink in hub.attach(sink) } }

    /// Observes: `next` for each event, `completed` once at the end, if there is one.
    ///
    /// A driver's latest value arrives before this returns. Keep the result: dropping it ends the
    /// observation.
    @inlinable
    public func subscribe(
        _ next: @escaping @MainActor (Element) -> Void,
        completed: @escaping @MainActor () -> Void = {}
    ) -> Subscription {
        attach(Sink(next: next, completed: completed))
    }
}

extension Flow {
    /// A stream that emits nothing and never completes.
    public static var never: Self { Self(hub: Hub(replays: Kind.replays)) }

    /// A stream that completes at once; for a driver, after `element` if there is one.
    static func completed(with element: Element? = nil) -> Self {
        let hub = Hub(replays: Kind.replays, latest: element)
        hub.isCompleted = true
        return Self(hub: hub)
    }
}

extension Flow where Kind == StateKind {
    /// State that is `element` from the start and never changes.
    public static func just(_ element: Element) -> Self { .completed(with: element) }
}

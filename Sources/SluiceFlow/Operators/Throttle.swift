extension Flow where Element: Sendable {
    /// Emits an event, then for `interval` on `clock` none; the last one of that time, at its end.
    ///
    /// That last one starts an interval of its own. A time of zero or less lets every event pass.
    /// When the source completes, an event that waits is still emitted at its time.
    public func throttle<C: Clock>(for interval: Duration, clock: C) -> Signal<Element>
    where C.Duration == Duration {
        let stage = ThrottleStage(interval: interval, clock: clock, of: Element.self)
        stage.connect(self) { [weak stage] in
            stage?.receive($0)
        } completed: { [weak stage] in
            stage?.complete()
        }
        return stage.flow()
    }
}

@MainActor
private final class ThrottleStage<C: Clock, Element: Sendable>: Stage<Element>
where C.Duration == Duration {
    private let interval: Duration
    private let clock: C
    private var pending: Element?
    private var window: Run<Void, Never>?
    private var isSourceCompleted = false

    init(interval: Duration, clock: C, of _: Element.Type) {
        self.interval = interval
        self.clock = clock
        super.init(replays: false)
    }

    func receive(_ element: Element) {
        if window == nil { emit(element) } else { pending = element }
    }

    func complete() {
        isSourceCompleted = true
        if window == nil { hub.deliverCompletion() }
    }

    private func emit(_ element: Element) {
        hub.deliver(element)
        guard interval > .zero else { return }
        let wait = Single<Void, Never>.waiting(
            "throttle", until: clock.now.advanced(by: interval), clock, then: ())
        let run = Run(wait) { [weak self] _, _ in self?.windowEnded() }
        window = run
        run.start()
    }

    private func windowEnded() {
        window = nil
        if let element = pending {
            pending = nil
            emit(element)
        }
        if isSourceCompleted, window == nil { hub.deliverCompletion() }
    }

    isolated deinit { window?.cancel() }
}

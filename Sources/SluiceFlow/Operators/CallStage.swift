/// What happens to a running call when the next event asks for another one.
@usableFromInline
enum CallStrategy { case latest, first, merge, queue }

/// The one machine behind the flatMap family: events start runs, whose outcomes are delivered.
@MainActor @usableFromInline
final class CallStage<Input, Value: Sendable, Failure: Error, Output>: Stage<Output> {
    @usableFromInline let strategy: CallStrategy
    @usableFromInline let make: @MainActor (Input) -> Single<Value, Failure>
    /// Called before a run starts and after it ended or was cancelled; delivers to the hub.
    @usableFromInline let began: @MainActor (Hub<Output>) -> Void
    @usableFromInline let ended: @MainActor (Hub<Output>, Result<Value, Failure>) -> Void
    @usableFromInline var running: [Run<Value, Failure>] = []
    @usableFromInline var queue: [Input] = []
    @usableFromInline var isSourceCompleted = false

    @inlinable
    init(
        replays: Bool, _ strategy: CallStrategy,
        _ make: @escaping @MainActor (Input) -> Single<Value, Failure>,
        began: @escaping @MainActor (Hub<Output>) -> Void,
        ended: @escaping @MainActor (Hub<Output>, Result<Value, Failure>) -> Void
    ) {
        self.strategy = strategy
        self.make = make
        self.began = began
        self.ended = ended
        super.init(replays: replays)
    }

    @inlinable
    func connect<Kind>(_ source: Flow<Kind, Input>) {
        connect(source) { [weak self] in
            self?.trigger($0)
        } completed: { [weak self] in
            self?.isSourceCompleted = true
            self?.completeIfDone()
        }
    }

    /// Cancels what runs and forgets what waits; false when there was nothing.
    @inlinable
    func cancelAll() -> Bool {
        if running.isEmpty { return false }
        let old = running
        running = []
        queue = []
        for run in old { run.cancel() }
        completeIfDone()
        return true
    }

    @inlinable
    func trigger(_ input: Input) {
        switch strategy {
        case .latest, .merge: begin(input)
        case .first: if running.isEmpty { begin(input) }
        case .queue: if running.isEmpty { begin(input) } else { queue.append(input) }
        }
    }

    @inlinable
    func begin(_ input: Input) {
        let run = Run(make(input)) { [weak self] run, result in self?.end(run, result) }
        // The new one is open before the old one closes: a shared busy flag doesn't flicker.
        if strategy == .latest, !running.isEmpty {
            let old = running
            running = []
            for run in old { run.cancel() }
        }
        running.append(run)
        began(hub)
        run.start()
    }

    @inlinable
    func end(_ run: Run<Value, Failure>, _ result: Result<Value, Failure>) {
        guard let index = running.firstIndex(where: { $0 === run }) else { return }
        running.remove(at: index)
        ended(hub, result)
        if !queue.isEmpty, running.isEmpty { begin(queue.removeFirst()) }
        completeIfDone()
    }

    @inlinable
    func completeIfDone() {
        if isSourceCompleted, running.isEmpty, queue.isEmpty { hub.deliverCompletion() }
    }

    isolated deinit { for run in running { run.cancel() } }
}

extension Flow {
    /// Values of calls that can't fail.
    @inlinable
    func calls<Value>(
        _ strategy: CallStrategy, _ make: @escaping @MainActor (Element) -> Single<Value, Never>
    ) -> Signal<Value> {
        let stage = CallStage<Element, Value, Never, Value>(
            replays: false, strategy, make, began: { _ in },
            ended: { hub, result in
                switch result {
                case .success(let value): hub.deliver(value)
                }
            })
        stage.connect(self)
        return stage.flow()
    }

    /// Where calls stand that can fail; `cancel` ends a running one and restores what was before it.
    @inlinable
    func asyncCalls<Value, Failure>(
        _ strategy: CallStrategy, cancelledBy cancel: Signal<Void>?,
        _ make: @escaping @MainActor (Element) -> Single<Value, Failure>
    ) -> Driver<Async<Value, Failure>> {
        var state = Async<Value, Failure>.idle
        let stage = CallStage<Element, Value, Failure, Async<Value, Failure>>(
            replays: true, strategy, make,
            began: { hub in
                state = .loading(previous: state.value)
                hub.deliver(state)
            },
            ended: { hub, result in
                state = state.after(result)
                hub.deliver(state)
            })
        stage.hub.latest = state
        if let cancel {
            stage.connect(cancel) { [weak stage] in
                guard let stage, stage.cancelAll() else { return }
                state = state.settled
                stage.hub.deliver(state)
            } completed: {
            }
        }
        stage.connect(self)
        return stage.flow()
    }
}

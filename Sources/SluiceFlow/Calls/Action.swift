/// What happens when an action is triggered while it runs.
public enum ActionStrategy: Sendable, Hashable, CaseIterable {
    /// The running call is cancelled, and the new one starts.
    case latest
    /// The new trigger is refused.
    case exhaust
    /// The new call starts when those before it are done.
    case queue
    /// The new call starts beside those that run.
    case merge
}

/// A call that a person triggers: a button and its work, with "enabled" and "executing" kept for it.
///
/// Both change together and before the work, so that no observer sees a combination that never was.
/// It works from when it is made as long as it lives.
@MainActor
public final class Action<Input, Value: Sendable, Failure: Error> {
    private struct State: Equatable {
        var isEnabled: Bool
        var isExecuting: Bool
    }

    private let strategy: ActionStrategy
    private let call: @MainActor (Input) -> Single<Value, Failure>
    private let stateHub: Hub<State>
    private let valueHub = Hub<Value>(replays: false)
    private let failureHub = Hub<Failure>(replays: false)
    private var isAllowed = true
    private var running: [Run<Value, Failure>] = []
    private var queue: [Input] = []
    private let bag = DisposeBag()

    /// Makes an action.
    ///
    /// - Parameters:
    ///   - strategy: what a trigger does while a call runs.
    ///   - allowed: while its latest value is false the action is disabled; running calls go on.
    ///   - call: the call for an input.
    public init(
        _ strategy: ActionStrategy, enabledIf allowed: Driver<Bool> = .just(true),
        _ call: @escaping @MainActor (Input) -> Single<Value, Failure>
    ) {
        self.strategy = strategy
        self.call = call
        stateHub = Hub(replays: true, latest: State(isEnabled: true, isExecuting: false))
        allowed.subscribe { [weak self] isAllowed in
            self?.isAllowed = isAllowed
            self?.settle()
        }
        .disposed(by: bag)
    }

    /// Emits whether a trigger would be accepted; no value twice in a row.
    public var isEnabled: Driver<Bool> {
        Driver(hub: stateHub).map(\.isEnabled).distinctUntilChanged()
    }

    /// Emits whether a call runs or waits; false at the start, and no value twice in a row.
    public var isExecuting: Driver<Bool> {
        Driver(hub: stateHub).map(\.isExecuting).distinctUntilChanged()
    }

    /// Emits the value of each call, when it arrives.
    public var values: Signal<Value> { Signal(hub: valueHub) }

    /// Emits the failure of each call, when it happens, but for cancellations.
    public var failures: Signal<Failure> { Signal(hub: failureHub) }

    /// Triggers the action; false when it is disabled, and then nothing happens.
    ///
    /// A busy action of the `exhaust` strategy is disabled: it refuses the second trigger only.
    @discardableResult
    public func run(_ input: Input) -> Bool {
        guard current.isEnabled else { return false }
        if strategy == .queue, !running.isEmpty { queue.append(input) } else { begin(input) }
        return true
    }

    /// Triggers the action with each event, for as long as it lives.
    public func trigger(by inputs: Signal<Input>) {
        inputs.subscribe { [weak self] in _ = self?.run($0) }.disposed(by: bag)
    }

    /// Cancels what runs and forgets what waits; none of it has an outcome.
    public func cancel() {
        let old = running
        running = []
        queue = []
        for run in old { run.cancel() }
        settle()
    }

    private var current: State {
        let isExecuting = !running.isEmpty
        return State(
            isEnabled: isAllowed && !(strategy == .exhaust && isExecuting),
            isExecuting: isExecuting)
    }

    private func begin(_ input: Input) {
        let run = Run(call(input)) { [weak self] run, result in self?.end(run, result) }
        if strategy == .latest {
            let old = running
            running = []
            for run in old { run.cancel() }
        }
        running.append(run)
        settle()
        run.start()
    }

    private func end(_ run: Run<Value, Failure>, _ result: Result<Value, Failure>) {
        running.removeAll { $0 === run }
        switch result {
        case .success(let value): valueHub.deliver(value)
        case .failure(let error): if !error.isCancellation { failureHub.deliver(error) }
        }
        if !queue.isEmpty, running.isEmpty { begin(queue.removeFirst()) }
        settle()
    }

    /// Brings the state's observers up to date in their turn; feedback into `enabledIf` so settles.
    private func settle() {
        TurnQueue.shared.perform { [stateHub, weak self] in
            guard let self, stateHub.latest != current else { return }
            stateHub.deliver(current)
        }
    }

    isolated deinit {
        for run in running { run.cancel() }
        stateHub.complete()
        valueHub.complete()
        failureHub.complete()
    }
}

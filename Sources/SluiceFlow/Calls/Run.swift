/// One run of a call on the main actor: opens the trackers, does the work, delivers, closes.
///
/// Opening happens in the turn of the trigger; the start of the work waits its turn; report,
/// delivery and closing are one turn. A run that is cancelled delivers nothing and still closes.
@MainActor
final class Run<Value: Sendable, Failure: Error>: OpenCall {
    private enum State {
        /// The trackers are open; the work has not begun.
        case opened
        /// The work runs.
        case running
        /// The work is done; its outcome waits for its turn.
        case done(Result<Value, Failure>)
        /// Delivered or cancelled.
        case ended
    }

    private let single: Single<Value, Failure>
    private let deliver: @MainActor (Run, Result<Value, Failure>) -> Void
    private var task: Task<Void, Never>?
    private var state = State.opened
    private var isQueued = false
    /// True only while the work runs without having suspended once.
    private var isStarting = false

    /// Opens the trackers; `start` begins the work.
    init(
        _ single: Single<Value, Failure>,
        deliver: @escaping @MainActor (Run, Result<Value, Failure>) -> Void
    ) {
        self.single = single
        self.deliver = deliver
        super.init(
            single.label, ledgers: single.activities, account: CallAccount.open(single.label))
    }

    /// Queues the start of the work.
    func start() { takeTurn() }

    /// Ends the run without an outcome; does nothing when it has ended.
    func cancel() {
        if case .ended = state { return }
        let before = state
        state = .ended
        account?.cancelled()
        task?.cancel()
        if case .opened = before { account?.ended() }
        takeTurn()
    }

    /// Begins the work, delivers its outcome, or closes a cancelled run: whatever is due.
    override func turn() {
        isQueued = false
        switch state {
        case .opened: launch()
        case .running: break
        case .done(let result):
            state = .ended
            if case .failure(let error) = result { single.record(error) }
            deliver(self, result)
            close()
        case .ended: close()
        }
    }

    private func takeTurn() {
        if isQueued { return }
        isQueued = true
        TurnQueue.shared.perform(self)
    }

    private func launch() {
        state = .running
        isStarting = true
        // No capture list: an async closure that has one leaves the main actor.
        task = CallScope.$current.withValue(CallScope(call: self)) {
            Task.immediate { await self.work() }
        }
        isStarting = false
        // The work itself may have cancelled its run.
        if case .ended = state { task?.cancel() }
    }

    private func work() async {
        account?.entered()
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await single.work())
        } catch {
            result = .failure(error)
        }
        if let account, !isStarting, case .running = state { await account.held() }
        if case .running = state {
            state = .done(result)
            takeTurn()
        }
        account?.ended()
    }
}

extension Single {
    /// Tells the error trackers, inside the turn that is under way.
    @MainActor
    func record(_ error: Failure) {
        for channel in errors { channel.record(error, label: label) }
    }

    /// Tells the error trackers in a turn of its own.
    @MainActor
    func report(_ error: Failure) { TurnQueue.shared.perform { record(error) } }
}

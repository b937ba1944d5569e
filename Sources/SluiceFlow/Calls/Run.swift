/// One run of a call on the main actor: opens the trackers, does the work, delivers, closes.
///
/// Opening happens in the turn of the trigger; the start of the work waits its turn; report,
/// delivery and closing are one turn. A run that is cancelled delivers nothing and still closes.
@MainActor @usableFromInline
final class Run<Value: Sendable, Failure: Error>: OpenCall {
    @usableFromInline enum State {
        /// The trackers are open; the work has not begun.
        case opened
        /// The work runs.
        case running
        /// The work is done; its outcome waits for its turn.
        case done(Result<Value, Failure>)
        /// Delivered or cancelled.
        case ended
    }

    @usableFromInline let single: Single<Value, Failure>
    @usableFromInline let deliver: @MainActor (Run, Result<Value, Failure>) -> Void
    @usableFromInline var task: Task<Void, Never>?
    @usableFromInline var state = State.opened
    @usableFromInline var isQueued = false
    /// True only while the work runs without having suspended once.
    @usableFromInline var isStarting = false

    /// Opens the trackers; `start` begins the work.
    @inlinable
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
    @inlinable
    func start() { takeTurn() }

    /// Ends the run without an outcome; does nothing when it has ended.
    @inlinable
    func cancel() {
        if case .ended = state { return }
        let before = state
        state = .ended
        task?.cancel()
        if case .opened = before { account?.ended() }
        takeTurn()
    }

    /// Begins the work, delivers its outcome, or closes a cancelled run: whatever is due.
    @inlinable
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

    @inlinable
    func takeTurn() {
        if isQueued { return }
        isQueued = true
        TurnQueue.shared.perform(self)
    }

    @inlinable
    func launch() {
        state = .running
        isStarting = true
        // No capture list: an async closure that has one leaves the main actor.
        task = CallScope.bind(self) { Task.immediate { await self.work() } }
        isStarting = false
        // The work itself may have cancelled its run.
        if case .ended = state { task?.cancel() }
    }

    @inlinable
    func work() async {
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
    @MainActor @inlinable
    func record(_ error: Failure) {
        for channel in errors { channel.record(error, label: label) }
    }

    /// Tells the error trackers in a turn of its own.
    @MainActor @usableFromInline
    func report(_ error: Failure) { TurnQueue.shared.perform { record(error) } }
}

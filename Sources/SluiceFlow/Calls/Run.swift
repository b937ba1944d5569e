/// One run of a call on the main actor: opens the trackers, does the work, delivers, closes.
///
/// Opening happens in the turn of the trigger; the start of the work waits its turn; report,
/// delivery and closing are one turn. A run that is cancelled delivers nothing and still closes.
@MainActor
final class Run<Value: Sendable, Failure: Error>: OpenCall {
    private let single: Single<Value, Failure>
    private let deliver: @MainActor (Run, Result<Value, Failure>) -> Void
    private var task: Task<Void, Never>?
    private var isEnded = false
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
    func start() { TurnQueue.shared.perform { self.launch() } }

    /// Ends the run without an outcome; does nothing when it has ended.
    func cancel() {
        if isEnded { return }
        isEnded = true
        account?.cancelled()
        if let task { task.cancel() } else { account?.ended() }
        closeInTurn()
    }

    private func launch() {
        if isEnded { return }
        isStarting = true
        // No capture list: an async closure that has one leaves the main actor.
        task = CallScope.$current.withValue(CallScope(call: self)) {
            Task.immediate { await self.work() }
        }
        isStarting = false
    }

    private func work() async {
        account?.entered()
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await single.work())
        } catch {
            result = .failure(error)
        }
        if let account, !isStarting, !isEnded { await account.held() }
        end(with: result)
        account?.ended()
    }

    private func end(with result: Result<Value, Failure>) {
        if isEnded { return }
        isEnded = true
        TurnQueue.shared.perform {
            if case .failure(let error) = result { self.single.record(error) }
            self.deliver(self, result)
            self.close()
        }
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

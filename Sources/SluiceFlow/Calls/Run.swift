/// One run of a call on the main actor: opens the trackers, does the work, delivers, closes.
///
/// Opening happens in the turn of the trigger; the start of the work waits its turn; report,
/// delivery and closing are one turn. A run that is cancelled delivers nothing and still closes.
@MainActor
final class Run<Value: Sendable, Failure: Error> {
    private let single: Single<Value, Failure>
    private let deliver: @MainActor (Result<Value, Failure>) -> Void
    private let activities: OpenActivities
    private let account: CallAccount?
    private var task: Task<Void, Never>?
    private var isEnded = false
    /// True only while the work runs without having suspended once.
    private var isStarting = false

    /// Opens the trackers; `start` begins the work.
    init(
        _ single: Single<Value, Failure>,
        deliver: @escaping @MainActor (Result<Value, Failure>) -> Void
    ) {
        self.single = single
        self.deliver = deliver
        activities = OpenActivities(single.activities, label: single.label)
        account = CallAccount.open(single.label)
    }

    /// Queues the start of the work.
    func start() { TurnQueue.shared.perform { self.launch() } }

    /// Ends the run without an outcome; does nothing when it has ended.
    func cancel() {
        if isEnded { return }
        isEnded = true
        account?.cancelled()
        if let task { task.cancel() } else { account?.ended() }
        TurnQueue.shared.perform { self.activities.close() }
    }

    private func launch() {
        if isEnded { return }
        isStarting = true
        // No capture list: an async closure that has one leaves the main actor.
        task = CallScope.$current.withValue(CallScope(activities: activities, account: account)) {
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
            self.deliver(result)
            self.activities.close()
        }
    }
}

/// The trackers' entries of one run.
@MainActor
final class OpenActivities {
    private var entries: [(ActivityTracker, ActivityTracker.Entry)] = []

    init(_ links: [ActivityLink], label: String) {
        for link in links {
            if let tracker = link.tracker { entries.append((tracker, tracker.open(label))) }
        }
    }

    func close() {
        for (tracker, entry) in entries { tracker.close(entry) }
        entries = []
    }

    /// Closes in a turn of its own.
    func closeInTurn() { TurnQueue.shared.perform { self.close() } }

    func report(_ progress: CallProgress) {
        for (tracker, entry) in entries { tracker.report(progress, for: entry) }
    }
}

extension Single {
    /// Tells the error trackers, inside the turn that is under way.
    @MainActor
    func record(_ error: Failure) {
        for link in errors { link.tracker?.record(error, label: label) }
    }

    /// Tells the error trackers in a turn of its own.
    @MainActor
    func report(_ error: Failure) { TurnQueue.shared.perform { record(error) } }
}

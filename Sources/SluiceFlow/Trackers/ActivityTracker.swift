/// Counts the open calls of a screen, and knows what they are and how far they have come.
///
/// A call is open from before its work starts until its value or error has been delivered, or it was
/// cancelled. Hand one tracker to several view models to have them share a busy flag.
@MainActor
public final class ActivityTracker {
    /// A call that is open now.
    public struct Call: Sendable, Hashable, Identifiable {
        /// Tells the calls of one tracker apart; grows with each call.
        public let id: Int
        /// The call's label.
        public let label: String
        /// When it was opened, counted from when the tracker was made.
        public let start: Duration
        /// How far it has come, when its work has said so.
        public var progress: CallProgress?
    }

    @usableFromInline let ledger: ActivityLedger

    /// Makes a tracker that reads the start of calls from `clock`.
    public init<C: Clock>(clock: C) where C.Duration == Duration {
        let start = clock.now
        ledger = ActivityLedger { start.duration(to: clock.now) }
    }

    /// Makes a tracker on the machine's monotonic clock.
    public convenience init() { self.init(clock: ContinuousClock()) }

    /// Emits whether a call is open: false at the start, and no value twice in a row.
    public var isActive: Driver<Bool> { Driver(hub: ledger.active) }

    /// Emits the open calls, oldest first: none at the start, and again with each progress.
    public var calls: Driver<[Call]> {
        Driver { [ledger] sink in
            ledger.catchUp()
            return ledger.calls.attach(sink)
        }
    }

    isolated deinit { ledger.complete() }
}

/// The entries of a tracker. Calls hold it and not the tracker, which they so don't keep alive.
@MainActor @usableFromInline
final class ActivityLedger {
    let active = Hub<Bool>(replays: true, latest: false)
    let calls = Hub<[ActivityTracker.Call]>(replays: true, latest: [])
    private var open: [ActivityTracker.Call] = []
    private var nextID = 0
    private let now: @MainActor () -> Duration

    init(now: @escaping @MainActor () -> Duration) { self.now = now }

    /// Opens an entry and gives its number; who observes learns of it in its turn.
    func open(_ label: String) -> Int {
        nextID += 1
        open.append(ActivityTracker.Call(id: nextID, label: label, start: now()))
        if open.count == 1 { active.send(true) }
        if isWatched { calls.send(open) }
        return nextID
    }

    /// Closes an entry inside the turn that delivers its outcome, before anything sent meanwhile.
    func close(_ id: Int) {
        open.removeAll { $0.id == id }
        if isWatched { calls.deliver(open) }
        if open.isEmpty { active.deliver(false) }
    }

    func report(_ progress: CallProgress, for id: Int) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        open[index].progress = progress
        if isWatched { calls.send(open) }
    }

    /// Whether anyone observes the calls; to keep a list of them for nobody costs a copy a call.
    private var isWatched: Bool { !calls.observers.isEmpty }

    /// Brings the calls up to date for a first observer.
    func catchUp() { if !isWatched { calls.latest = open } }

    func complete() {
        active.complete()
        catchUp()
        calls.complete()
    }
}

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

    /// The ticket of an open call, held by its run alone, which drops it when it closes.
    struct Entry { let id: Int }

    private var open: [Call] = []
    private var nextID = 0
    private let activeHub = Hub<Bool>(replays: true, latest: false)
    private let callsHub = Hub<[Call]>(replays: true, latest: [])
    private let now: @MainActor () -> Duration

    /// Makes a tracker that reads the start of calls from `clock`.
    public init<C: Clock>(clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Makes a tracker on the machine's monotonic clock.
    public convenience init() { self.init(clock: ContinuousClock()) }

    /// Emits whether a call is open: false at the start, and no value twice in a row.
    public var isActive: Driver<Bool> { Driver(hub: activeHub) }

    /// Emits the open calls, oldest first: none at the start, and again with each progress.
    public var calls: Driver<[Call]> { Driver(hub: callsHub) }

    func open(_ label: String) -> Entry {
        nextID += 1
        open.append(Call(id: nextID, label: label, start: now()))
        if open.count == 1 { activeHub.send(true) }
        callsHub.send(open)
        return Entry(id: nextID)
    }

    /// Closes an entry inside the turn that delivers its outcome, before anything sent meanwhile.
    func close(_ entry: Entry) {
        open.removeAll { $0.id == entry.id }
        callsHub.deliver(open)
        if open.isEmpty { activeHub.deliver(false) }
    }

    func report(_ progress: CallProgress, for entry: Entry) {
        guard let index = open.firstIndex(where: { $0.id == entry.id }) else { return }
        open[index].progress = progress
        callsHub.send(open)
    }

    isolated deinit {
        activeHub.complete()
        callsHub.complete()
    }
}

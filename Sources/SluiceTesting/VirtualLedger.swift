import SluiceFlow
import Synchronization

/// Knows every call of one test, and whether anything is still moving.
///
/// Quiet is counted, not guessed: each call is running until it sleeps on the virtual clock, stands
/// in one of the library's own waits, is held with its work done, or has ended.
@MainActor
final class VirtualLedger: CallLedger {
    enum State { case running, sleeping, waiting, held }

    struct Call {
        let label: String
        var task = 0
        var state = State.running
        /// Results of its parts that a waiting call has been handed and hasn't taken.
        var handed = 0

        var isQuiet: Bool { state != .running && handed == 0 }
    }

    struct Sleeper {
        let id: Int
        let deadline: VirtualClock.Instant
        let call: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var calls: [Int: Call] = [:]
    private(set) var sleepers: [Sleeper] = []
    private var held: [(call: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var nextID = 0
    private var quietWaiter: CheckedContinuation<Void, Never>?
    /// Cancellations that arrived on another thread and aren't seen to yet.
    private let cancellations = Atomic<Int>(0)
    private var random: SplitMix64?
    /// Grows with everything that happens; the watchdog looks at it.
    private(set) var moves = 0
    /// What the test did wrong, for its end.
    var problems: [String] = []
    /// The identity of the task that the test itself runs in.
    var testTask = 0

    init(seed: UInt64?) { random = seed.map(SplitMix64.init) }

    // MARK: What calls report

    func opened(_ label: String) -> Int {
        nextID += 1
        calls[nextID] = Call(label: label)
        moved()
        return nextID
    }

    func entered(_ call: Int, task: Int) {
        calls[call]?.task = task
        moved()
    }

    func waiting(_ call: Int, _ isWaiting: Bool) {
        calls[call]?.handed = 0
        mark(call, isWaiting ? .waiting : .running)
    }

    nonisolated func waitCancelled(_ call: Int) {
        cancellation { if $0.calls[call]?.state == .waiting { $0.mark(call, .running) } }
    }

    func handedOver(_ call: Int, _ isTaken: Bool) {
        calls[call]?.handed += isTaken ? -1 : 1
        moved()
    }

    func held(_ call: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume() }
                held.append((call, continuation))
                mark(call, .held)
            }
        } onCancel: {
            cancellation { $0.endHold(of: call) }
        }
    }

    private func endHold(of call: Int) {
        guard let index = held.firstIndex(where: { $0.call == call }) else { return }
        mark(call, .running)
        held.remove(at: index).continuation.resume()
    }

    func ended(_ call: Int) {
        calls[call] = nil
        moved()
    }

    // MARK: Sleeping

    func sleep(until deadline: VirtualClock.Instant, account: CallAccount?) async throws {
        let task = CallAccount.taskIdentity
        guard let account, let call = calls[account.call], call.task == task, task != testTask
        else {
            problems.append(complaint(about: account.flatMap { calls[$0.call]?.label }, task))
            throw CancellationError()
        }
        nextID += 1
        let id = nextID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                sleepers.append(
                    Sleeper(
                        id: id, deadline: deadline, call: account.call,
                        continuation: continuation))
                mark(account.call, .sleeping)
            }
        } onCancel: {
            cancellation { $0.endSleep(id) }
        }
    }

    /// Sees to a cancellation that may come from any thread; it counts as moving until it is seen to.
    private nonisolated func cancellation(
        _ handle: @escaping @MainActor @Sendable (VirtualLedger) -> Void
    ) {
        cancellations.add(1, ordering: .acquiringAndReleasing)
        Task { @MainActor in
            handle(self)
            cancellations.subtract(1, ordering: .acquiringAndReleasing)
            moved()
        }
    }

    private func complaint(about label: String?, _ task: Int) -> String {
        if task == testTask {
            return
                "\(label ?? "the test") slept on the virtual clock in the test's own task, which "
                + "moves the clock; subscribe to a call instead of awaiting it"
        }
        return "\(label ?? "a task") slept on the virtual clock in a task that isn't a call's own; "
            + "combine calls with Single instead of async let, a group or Task"
    }

    private func endSleep(_ id: Int) {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return }
        let sleeper = sleepers.remove(at: index)
        mark(sleeper.call, .running)
        sleeper.continuation.resume(throwing: CancellationError())
    }

    // MARK: What the test drives

    var isQuiet: Bool {
        cancellations.load(ordering: .acquiring) == 0
            && calls.values.allSatisfy(\.isQuiet)
    }

    /// The labels of the calls that are not quiet, oldest first.
    var runningLabels: [String] { labels { !$0.isQuiet } }

    /// The labels of all open calls, oldest first.
    var openLabels: [String] { labels { _ in true } }

    private func labels(where isIncluded: (Call) -> Bool) -> [String] {
        calls.filter { isIncluded($0.value) }.sorted { $0.key < $1.key }.map(\.value.label)
    }

    /// Returns when nothing moves; also when `giveUp` is called.
    func untilQuiet() async {
        if isQuiet { return }
        await withCheckedContinuation { quietWaiter = $0 }
    }

    func giveUp() {
        quietWaiter?.resume()
        quietWaiter = nil
    }

    /// Lets one call through whose work is done; false when there is none.
    func releaseOne() -> Bool {
        if held.isEmpty { return false }
        held.sort { $0.call < $1.call }
        let index = random?.next(below: held.count) ?? 0
        let (call, continuation) = held.remove(at: index)
        mark(call, .running)
        continuation.resume()
        return true
    }

    /// Wakes one sleeper that is due by `limit`, the earliest first; gives its time.
    func wakeOne(by limit: VirtualClock.Instant, _ willWake: (VirtualClock.Instant) -> Void)
        -> Bool
    {
        guard let earliest = sleepers.map(\.deadline).min(), earliest <= limit else { return false }
        // Calls reach their sleep in an order of their own, so the order is that of their starts.
        let due = sleepers.indices.filter { sleepers[$0].deadline == earliest }
            .sorted { sleepers[$0].call < sleepers[$1].call }
        let sleeper = sleepers.remove(at: due[random?.next(below: due.count) ?? 0])
        willWake(earliest)
        mark(sleeper.call, .running)
        sleeper.continuation.resume()
        return true
    }

    private func mark(_ call: Int, _ state: State) {
        calls[call]?.state = state
        moved()
    }

    private func moved() {
        moves += 1
        if isQuiet { giveUp() }
    }
}

/// A small generator of pseudo-random numbers that a seed fixes (Steele, Lea, Flood 2014).
struct SplitMix64 {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next(below count: Int) -> Int { Int(next() % UInt64(count)) }
}

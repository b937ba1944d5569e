public import SluiceFlow

/// One test's own time: its clock, the account of its calls, and its timeline.
///
/// ```swift
/// @Test func `shows the user`() async throws {
///     try await VirtualTime.run { time in
///         let show = PublishRelay<User.ID>()
///         let service = StubService { id in
///             try await time.clock.sleep(for: .milliseconds(120))
///             return ana
///         }
///         let model = UserDetailViewModel(service: service)
///         time.record(model.transform(.init(show: time.input("show", show))))
///         show.send("7")
///         try await time.advance(by: .milliseconds(120))
///         try time.snapshot()
///     }
/// }
/// ```
@MainActor
public final class VirtualTime {
    /// The test's clock.
    public nonisolated let clock: VirtualClock
    /// Records what the test tells it to.
    public let recorder: TimelineRecorder
    let ledger: VirtualLedger
    private let stuckLimit: Duration
    nonisolated let seed: UInt64?
    /// How many events of the timeline an assertion has covered.
    var assertedEvents = 0

    init(seed: UInt64?, stuckLimit: Duration) {
        let ledger = VirtualLedger(seed: seed)
        let clock = VirtualClock(ledger: ledger)
        self.ledger = ledger
        self.clock = clock
        self.stuckLimit = stuckLimit
        self.seed = seed
        recorder = TimelineRecorder { clock.now.offset }
    }

    /// Runs a test in virtual time, and fails it for what it left undone.
    ///
    /// - Parameters:
    ///   - seed: varies which of several calls goes first at one instant; nil is their start order.
    ///   - stuckLimit: how long, in real time, a call may do nothing visible before it counts as stuck.
    ///   - body: the test; it ends with no call running, and every recorded event asserted.
    /// - Throws: what `body` throws, or a `TestFailure` that names what is left.
    public static func run(
        seed: UInt64? = nil, stuckLimit: Duration = .seconds(5),
        _ body: @MainActor (VirtualTime) async throws -> Void
    ) async throws {
        let time = VirtualTime(seed: seed, stuckLimit: stuckLimit)
        time.ledger.testTask = CallAccount.taskIdentity
        try await CallAccount.$ledger.withValue(time.ledger) {
            try await body(time)
            try await time.settle()
            try time.finish()
        }
    }

    /// Records an input, and gives its events for a view model's `Input`; keeps the relay.
    public func input<Element>(_ name: String, _ relay: PublishRelay<Element>) -> Signal<Element> {
        recorder.input(name, relay)
    }

    /// Records every stream of a view model's `Output`; gives it back.
    @discardableResult
    public func record<Output>(_ output: Output) -> Output {
        recorder.outputs(of: output)
        return output
    }

    /// Waits until every call sleeps, waits or has ended, at the present time.
    ///
    /// - Throws: `TestFailure` with the labels of calls that never get there.
    public func settle() async throws {
        repeat {
            try await untilQuiet()
        } while ledger.releaseOne()
    }

    /// Moves the clock on, and lets every call that is due do its work, one at a time, in order.
    ///
    /// - Throws: `TestFailure` with the labels of calls that are stuck.
    public func advance(by duration: Duration) async throws {
        let target = clock.now.advanced(by: duration)
        try await settle()
        while ledger.wakeOne(by: target, clock.move) { try await settle() }
        clock.move(to: target)
    }

    /// Moves the clock on until no call sleeps any more.
    ///
    /// - Throws: `TestFailure` with the labels of calls that are stuck.
    public func advanceToEnd() async throws {
        try await settle()
        while let next = ledger.sleepers.map(\.deadline).min() {
            try await advance(by: clock.now.duration(to: next))
        }
    }

    /// Whether a call is open.
    var hasOpenCalls: Bool { !ledger.openLabels.isEmpty }

    /// Takes every event so far as asserted.
    func assertAll() { assertedEvents = recorder.timeline.events.count }

    private func untilQuiet() async throws {
        if ledger.isQuiet { return }
        let watchdog = Watchdog(ledger: ledger, limit: stuckLimit)
        let watching = Task { await watchdog.watch() }
        await ledger.untilQuiet()
        watching.cancel()
        if !ledger.isQuiet {
            throw TestFailure(
                "stuck outside of the virtual clock for \(stuckLimit): "
                    + ledger.runningLabels.joined(separator: ", "))
        }
    }

    private func finish() throws {
        if let problem = ledger.problems.first { throw TestFailure(problem) }
        if !ledger.openLabels.isEmpty {
            throw TestFailure(
                "the test ends with running calls: "
                    + ledger.openLabels.joined(separator: ", "))
        }
        let rest = recorder.timeline.events.dropFirst(assertedEvents)
        if !rest.isEmpty {
            throw TestFailure(
                "the test ends with events that nothing asserted:\n"
                    + Timeline(events: Array(rest)).description)
        }
    }
}

/// Ends a wait for calls that never get anywhere.
///
/// Real time counts only while the main actor is free, for each tick goes through it, and while no
/// call moves, so that a loaded machine isn't mistaken for a stuck call.
@MainActor
private struct Watchdog {
    let ledger: VirtualLedger
    let limit: Duration

    func watch() async {
        var idle = 0
        var moves = ledger.moves
        // A sleep of the machine's own clock: this is the one place that must not be virtual.
        while (try? await ContinuousClock().sleep(for: limit / 50)) != nil {
            if ledger.moves != moves { idle = 0 } else { idle += 1 }
            moves = ledger.moves
            if idle >= 50 { return ledger.giveUp() }
        }
    }
}

/// What a test did wrong or left undone, in words.
public struct TestFailure: Error, CustomStringConvertible {
    /// The words.
    public let description: String
    init(_ description: String) { self.description = description }
}

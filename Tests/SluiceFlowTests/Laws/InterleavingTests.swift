import SluiceFlow
import SluiceTesting
import Testing

/// F4, F6, F10: ten thousand seeded interleavings of start, value, failure, cancel and deallocation,
/// against a model of a few lines.
@MainActor
@Suite struct InterleavingTests {
    /// A generator that a seed fixes.
    private struct Random: RandomNumberGenerator {
        private var state: UInt64
        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// What happens to one call: times in milliseconds.
    private struct Plan {
        let number: Int
        let start: Int
        let duration: Int
        let fails: Bool
        let cancel: Int?

        var end: Int { start + duration }
        /// When it is over, and whether it had an outcome.
        var close: Int { min(end, cancel ?? end) }
        var isCancelled: Bool { cancel.map { $0 < end } ?? false }
    }

    private func plans(_ seed: UInt64, cancels: Bool) -> [Plan] {
        var random = Random(seed)
        // Starts and ends are even, cancels and deaths odd: none of these is at the instant of those.
        return (1...6).map { number in
            let start = Int.random(in: 0..<60, using: &random) * 16 + number * 960
            let duration = Int.random(in: 0..<160, using: &random) * 16 + number * 2
            let isCancelled = cancels && Int.random(in: 0..<3, using: &random) == 0
            return Plan(
                number: number, start: start, duration: duration,
                fails: Int.random(in: 0..<3, using: &random) == 0,
                cancel: isCancelled
                    ? start + Int.random(in: 0..<160, using: &random) * 16 + 13 : nil)
        }
    }

    nonisolated private func call(_ plan: Plan, _ clock: VirtualClock) -> Single<Int, Boom> {
        let (number, duration, fails) = (plan.number, plan.duration, plan.fails)
        return Single("call \(number)") { () async throws(Boom) in
            try? await clock.sleep(for: .milliseconds(duration))
            if fails { throw Boom(number: number) }
            return number
        }
    }

    /// Runs what happens at each time, in order.
    private func play(
        _ time: VirtualTime, _ script: [(at: Int, action: () -> Void)]
    ) async throws {
        var now = 0
        for (at, action) in script.sorted(by: { $0.at < $1.at }) {
            try await time.advance(by: .milliseconds(at - now))
            now = at
            action()
        }
        try await time.advanceToEnd()
    }

    @Test func `F4, F6: both trackers follow the model in two thousand interleavings`() async throws
    {
        for seed in 0..<2_000 as Range<UInt64> {
            let plans = plans(seed, cancels: true)
            var seen: [Bool] = []
            var failed: [Int] = []
            try await VirtualTime.run { time in
                let activity = ActivityTracker(clock: time.clock)
                let errors = ErrorTracker()
                let bag = DisposeBag()
                activity.isActive.subscribe { seen.append($0) }.disposed(by: bag)
                errors.errors.subscribe { failed.append(($0.error as? Boom)?.number ?? 0) }
                    .disposed(by: bag)
                var open: [Int: Subscription] = [:]
                let starts = plans.map { plan in
                    (
                        at: plan.start,
                        action: {
                            open[plan.number] = call(plan, time.clock).trackActivity(activity)
                                .trackError(errors).subscribe { _ in }
                        }
                    )
                }
                // Half of the cancelled calls are disposed of, the other half dropped.
                let cancels = plans.compactMap { plan in
                    plan.cancel.map { cancel in
                        (
                            at: cancel,
                            action: {
                                if plan.number.isMultiple(of: 2) { open[plan.number]?.dispose() }
                                open[plan.number] = nil
                            }
                        )
                    }
                }
                try await play(time, starts + cancels)
            }
            let failures = plans.filter { $0.fails && !$0.isCancelled }.sorted { $0.end < $1.end }
            #expect(failed == failures.map(\.number), "seed \(seed)")
            #expect(seen == busyModel(plans), "seed \(seed)")
        }
    }

    /// The busy flag of calls that are open from their start to their close.
    private func busyModel(_ plans: [Plan]) -> [Bool] {
        let edges = plans.map { ($0.start, 1) } + plans.map { ($0.close, -1) }
        var open = 0
        var flags = [false]
        for (_, change) in edges.sorted(by: { $0.0 < $1.0 }) {
            open += change
            if flags.last != (open > 0) { flags.append(open > 0) }
        }
        return flags
    }

    @Test(arguments: ActionStrategy.allCases)
    func `F10: each strategy follows the model in two thousand interleavings`(
        strategy: ActionStrategy
    ) async throws {
        for seed in 0..<2_000 as Range<UInt64> {
            let plans = plans(seed, cancels: false)
            // Every third action dies while it may be at work.
            let death = seed % 3 == 0 ? Int(seed % 480) * 16 + 973 : Int.max
            var outcomes: [Int] = []
            var busy: [Bool] = []
            try await VirtualTime.run { time in
                let byNumber = Dictionary(uniqueKeysWithValues: plans.map { ($0.number, $0) })
                var action: Action<Int, Int, Boom>? = Action(strategy) { number in
                    call(byNumber[number, default: plans[0]], time.clock)
                }
                let bag = DisposeBag()
                action?.values.subscribe { outcomes.append($0) }.disposed(by: bag)
                action?.failures.subscribe { outcomes.append(-$0.number) }.disposed(by: bag)
                action?.isExecuting.subscribe { busy.append($0) }.disposed(by: bag)
                var script = plans.map { plan in
                    (at: plan.start, action: { _ = action?.run(plan.number) })
                }
                if death < Int.max { script.append((at: death, action: { action = nil })) }
                try await play(time, script)
                action = nil
            }
            #expect(outcomes == model(strategy, plans, death: death), "seed \(seed)")
            #expect(zip(busy, busy.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
            if death == Int.max { #expect(busy.last == false, "seed \(seed)") }
        }
    }

    /// Which calls have an outcome, in order; a failure is negative.
    private func model(_ strategy: ActionStrategy, _ plans: [Plan], death: Int) -> [Int] {
        var ends: [(at: Int, Int)] = []
        var free = 0
        for (index, plan) in plans.enumerated() {
            let next = index + 1 < plans.count ? plans[index + 1].start : Int.max
            var end = plan.end
            switch strategy {
            case .latest: if next < end { continue }
            case .exhaust: if plan.start < free { continue }
            case .queue: end = max(plan.start, free) + plan.duration
            case .merge: break
            }
            free = max(free, end)
            if plan.start < death, end < death {
                ends.append((end, plan.fails ? -plan.number : plan.number))
            }
        }
        return ends.sorted { $0.at < $1.at }.map(\.1)
    }
}

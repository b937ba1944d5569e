import SluiceFlow
import SluiceTesting
import Testing

/// F10: an action's strategy, and its state, which changes at once and before the work.
@MainActor
@Suite struct F10ActionTests {
    /// An action whose calls take a second each, with its whole history.
    private func history(
        _ strategy: ActionStrategy,
        _ script: (Action<Int, Int, Boom>, VirtualTime) async throws -> Void
    ) async throws -> [String] {
        let history = History()
        try await VirtualTime.run { time in
            let action = Action<Int, Int, Boom>(strategy) { number in
                Single("call") { () async throws(Boom) in
                    await history.note("work \(number)")
                    try? await time.clock.sleep(for: .seconds(1))
                    if number < 0 { throw Boom(number: number) }
                    return number
                }
            }
            history.observe(action.isExecuting, "executing")
            history.observe(action.isEnabled, "enabled")
            history.observe(action.values, "value")
            history.observe(action.failures.map(\.number), "failure")
            _ = history.take()
            try await script(action, time)
            try await time.advanceToEnd()
            history.stop()
        }
        return history.take()
    }

    /// Action#66: work that returned at once left the action disabled.
    @Test func `F10: exhaust refuses the second trigger only, and is enabled again after it`()
        async throws
    {
        let events = try await history(.exhaust) { action, time in
            #expect(action.run(1))
            #expect(!action.run(2))
            try await time.advance(by: .seconds(1))
            #expect(action.run(3))
        }
        #expect(
            events == [
                "executing true", "enabled false", "work 1", "value 1", "executing false",
                "enabled true", "executing true", "enabled false", "work 3", "value 3",
                "executing false", "enabled true",
            ])
    }

    @Test func `F10: latest cancels the running call, and executes without a gap`() async throws {
        let events = try await history(.latest) { action, time in
            action.run(1)
            try await time.advance(by: .milliseconds(500))
            action.run(2)
        }
        #expect(
            events == ["executing true", "work 1", "work 2", "value 2", "executing false"])
    }

    @Test func `F10: queue runs one after the other, also after a failure`() async throws {
        let events = try await history(.queue) { action, _ in
            action.run(-1)
            action.run(2)
        }
        #expect(
            events == [
                "executing true", "work -1", "failure -1", "work 2", "value 2",
                "executing false",
            ])
    }

    @Test func `F10: merge runs all at once`() async throws {
        let events = try await history(.merge) { action, _ in
            action.run(1)
            action.run(2)
        }
        #expect(
            events == [
                "executing true", "work 1", "work 2", "value 1", "value 2", "executing false",
            ])
    }

    @Test(arguments: ActionStrategy.allCases)
    func `F10: a cancelled action is idle at once, and works again`(strategy: ActionStrategy)
        async throws
    {
        let events = try await history(strategy) { action, time in
            action.run(1)
            try await time.advance(by: .milliseconds(100))
            action.cancel()
            action.run(2)
        }
        #expect(
            events.filter { $0.hasPrefix("executing") || $0.hasPrefix("value") }
                == [
                    "executing true", "executing false", "executing true", "value 2",
                    "executing false",
                ])
    }

    /// ReactiveSwift#220, #309: "executing" fed back into "enabled" looped, or deadlocked.
    @Test func `F10: feedback of executing into enabled settles`() async throws {
        try await VirtualTime.run { time in
            let allowed = BehaviorRelay(true)
            let action = Action<Int, Int, Boom>(.merge, enabledIf: allowed.driver) { number in
                Single("call") { () async throws(Boom) in
                    try? await time.clock.sleep(for: .seconds(1))
                    return number
                }
            }
            let bag = DisposeBag()
            action.isExecuting.subscribe { allowed.send(!$0) }.disposed(by: bag)
            let history = History()
            history.observe(action.isEnabled, "enabled")
            action.run(1)
            #expect(!action.run(2))
            try await time.advanceToEnd()
            #expect(history.take() == ["enabled true", "enabled false", "enabled true"])
            #expect(action.run(3))
            try await time.advanceToEnd()
        }
    }

    @Test func `F10: an action is triggered by a signal as long as it lives`() async throws {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            var action: Action<Int, Int, Boom>? = Action(.latest) { number in
                Single("call") { () async throws(Boom) in number }
            }
            action?.trigger(by: tap.signal)
            let history = History()
            if let action { history.observe(action.values) }
            tap.send(1)
            try await time.settle()
            action = nil
            tap.send(2)
            try await time.settle()
            #expect(history.take() == ["1", "|"])
        }
    }
}

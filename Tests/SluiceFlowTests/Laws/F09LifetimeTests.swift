import SluiceFlow
import SluiceTesting
import Testing

/// F9 and F11: streams complete, nothing leaks, and work runs once whoever listens.
@MainActor
@Suite struct F09LifetimeTests {
    @Test func `F9: when a tracker or relay goes away its streams complete`() {
        let history = History()
        var activity: ActivityTracker? = ActivityTracker()
        var errors: ErrorTracker? = ErrorTracker()
        var relay: PublishRelay<Int>? = PublishRelay()
        var state: BehaviorRelay<Int>? = BehaviorRelay(1)
        if let activity { history.observe(activity.isActive, "busy") }
        if let errors { history.observe(errors.errors.map { _ in }, "errors") }
        if let relay { history.observe(relay.signal, "relay") }
        if let state { history.observe(state.driver, "state") }
        activity = nil
        errors = nil
        relay = nil
        state = nil
        #expect(
            history.take()
                == ["busy false", "state 1", "busy |", "errors |", "relay |", "state |"])
        _ = (activity, errors, relay, state)
    }

    @Test func `F9: a completed driver still replays its last value, then completes`() {
        var relay: BehaviorRelay<Int>? = BehaviorRelay(1)
        let driver = relay?.driver
        relay?.send(2)
        relay = nil
        let history = History()
        if let driver { history.observe(driver) }
        #expect(history.take() == ["2", "|"])
    }

    @Test func `F9: a flatMap completes when its source has and its last call is done`()
        async throws
    {
        try await VirtualTime.run { time in
            var tap: PublishRelay<Int>? = PublishRelay()
            let history = History()
            if let tap {
                history.observe(
                    tap.signal.flatMapLatest { number in
                        Single<Int, Never>("call") {
                            try? await time.clock.sleep(for: .seconds(1))
                            return number
                        }
                    })
            }
            tap?.send(1)
            tap = nil
            #expect(history.take() == [])
            try await time.advanceToEnd()
            #expect(history.take() == ["1", "|"])
        }
    }

    /// RxSwift#298, #1111: two observers started two requests; sharing asked again after completion.
    @Test func `F11: a flatMap runs the work once, whoever listens, also when nobody does`()
        async throws
    {
        try await VirtualTime.run { time in
            let runs = Gate<Int>()
            let tap = PublishRelay<Void>()
            let state = tap.signal.flatMapLatest {
                Single<Int, Boom>("call") { () async throws(Boom) in try await runs.run() }
            }
            await runs.resolve(1, .success(5))
            tap.send()
            try await time.settle()
            let history = History()
            history.observe(state, "a")
            history.observe(state, "b")
            #expect(await runs.started == 1)
            #expect(history.take() == ["a loaded 5", "b loaded 5"])
        }
    }

    @Test func `F11: each subscription of a bare call is a new run`() async throws {
        try await VirtualTime.run { time in
            let runs = Gate<Int>()
            for number in 1...3 { await runs.resolve(number, .success(number)) }
            let call = Single<Int, Boom>("call") { () async throws(Boom) in try await runs.run() }
            let bag = DisposeBag()
            call.subscribe { _ in }.disposed(by: bag)
            call.subscribe { _ in }.disposed(by: bag)
            try await time.settle()
            let value = try? await call.value()
            #expect(value == 3)
        }
    }

    @Test func `F11: a stream lives as long as an observer of it`() async throws {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            let history = History()
            history.observe(
                tap.signal.flatMapLatest { number in Single<Int, Never>("call") { number } })
            tap.send(3)
            try await time.settle()
            #expect(history.take() == ["3"])
        }
    }
}

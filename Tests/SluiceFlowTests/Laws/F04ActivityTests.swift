import SluiceFlow
import SluiceTesting
import Testing

/// F4: the activity tracker counts open calls, from before the work to after the delivery.
@MainActor
@Suite struct F04ActivityTests {
    /// Action#66: work that returned at once sent "executing" after "not executing".
    @Test func `F4: busy before the work, idle after the delivery, all in one turn`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive, "busy")
            let call = Single<Int, Never>("call") {
                await history.note("work")
                return 1
            }
            let subscription = call.trackActivity(activity).subscribe { history.note("got \($0)") }
            #expect(history.take() == ["busy false", "busy true", "work", "got 1", "busy false"])
            subscription.dispose()
        }
    }

    @Test func `F4: idle after a failure is delivered`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let errors = ErrorTracker()
            let history = History()
            history.observe(activity.isActive, "busy")
            history.observe(errors.errors.map { _ in "error" })
            let call = Single<Int, Boom>("call") { () async throws(Boom) in
                try? await time.clock.sleep(for: .seconds(1))
                throw Boom()
            }
            let subscription = call.trackActivity(activity).trackError(errors).subscribe { _ in
            } onFailure: { _ in
                history.note("failed")
            }
            try await time.advance(by: .seconds(1))
            #expect(
                history.take()
                    == ["busy false", "busy true", "\"error\"", "failed", "busy false"])
            subscription.dispose()
        }
    }

    /// The tracker copied from CleanArchitectureRxSwift, a Bool in the place of a count: with two
    /// calls it showed "not loading" after the first result, and a disposed call left it stuck.
    @Test func `F4: overlapping calls are busy until the last one ends, without repeats`()
        async throws
    {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive)
            let bag = DisposeBag()
            for seconds in [1, 3, 2] {
                Single<Int, Never>("call") {
                    try? await time.clock.sleep(for: .seconds(seconds))
                    return seconds
                }.trackActivity(activity).subscribe { history.note("got \($0)") }
                    .disposed(by: bag)
            }
            try await time.advanceToEnd()
            #expect(
                history.take() == ["false", "true", "got 1", "got 2", "got 3", "false"])
        }
    }

    @Test func `F4: a cancelled call closes at once and delivers nothing`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive)
            let subscription = Single<Int, Never>("call") {
                try? await time.clock.sleep(for: .seconds(1))
                return 1
            }.trackActivity(activity).subscribe { history.note("got \($0)") }
            subscription.dispose()
            #expect(history.take() == ["false", "true", "false"])
            try await time.advanceToEnd()
            #expect(history.take() == [])
        }
    }

    /// The same tracker stayed on for ever when its call was disposed.
    @Test func `F4: dropping the subscription, or what owns it, closes the call`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive)
            let tap = PublishRelay<Void>()
            var state: Driver<Async<Int, Boom>>? = tap.signal.flatMapLatest {
                Single<Int, Boom>("call") { () async throws(Boom) in
                    try? await time.clock.sleep(for: .seconds(1))
                    return 1
                }.trackActivity(activity)
            }
            tap.send()
            #expect(history.take() == ["false", "true"])
            withExtendedLifetime(state) {}
            state = nil
            #expect(history.take() == ["false"])
            try await time.advanceToEnd()
        }
    }

    @Test func `F4: a newer call opens before the older one closes`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive)
            let tap = PublishRelay<Int>()
            let state = tap.signal.flatMapLatest { number in
                Single<Int, Boom>("call") { () async throws(Boom) in
                    try? await time.clock.sleep(for: .seconds(1))
                    return number
                }.trackActivity(activity)
            }
            tap.send(1)
            tap.send(2)
            try await time.advanceToEnd()
            #expect(history.take() == ["false", "true", "false"])
            withExtendedLifetime(state) {}
        }
    }

    @Test func `F4: awaiting a value closes the tracker before it returns`() async {
        let activity = ActivityTracker()
        let history = History()
        history.observe(activity.isActive)
        let value = await Single<Int, Never>("call") { 7 }.trackActivity(activity).value()
        history.note("got \(value)")
        #expect(history.take() == ["false", "true", "false", "got 7"])
    }

    @Test func `F4: a call doesn't keep its tracker alive`() async throws {
        try await VirtualTime.run { time in
            var activity: ActivityTracker? = ActivityTracker(clock: time.clock)
            weak let tracker = activity
            let call = Single<Int, Never>("call") { 1 }
            let tracked = activity.map { call.trackActivity($0) }
            activity = nil
            #expect(tracker == nil)
            var got = 0
            let subscription = tracked?.subscribe { got = $0 }
            try await time.settle()
            #expect(got == 1)
            subscription?.dispose()
        }
    }

    @Test func `F4: work that cancels its own run is cancelled, and closes`() async throws {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            let history = History()
            history.observe(activity.isActive)
            let owner = DisposeBag()
            let tap = PublishRelay<Void>()
            tap.signal.flatMapLatest {
                Single<Int, Never>("call") {
                    await owner.dispose()
                    do { try await time.clock.sleep(for: .seconds(1)) } catch {
                        await history.note("cancelled")
                    }
                    return 1
                }.trackActivity(activity)
            }.subscribe { history.note("got \($0)") }.disposed(by: owner)
            tap.send()
            try await time.settle()
            #expect(history.take() == ["false", "true", "false", "cancelled"])
        }
    }
}

import SluiceFlow
import SluiceTesting
import Testing

/// F2: streams have no failure, and an input goes on working after any outcome of its call.
@MainActor
@Suite struct F02FailureTests {
    /// SwiftHub#49, RxSwift#1162, #849, #1524, kickstarter/ios-oss#1854: after one failed call the
    /// screen loaded for ever and its button was dead, since the inner error ended the outer stream.
    @Test func `F2: after a failure loading ends and the next input works`() async throws {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            let activity = ActivityTracker(clock: time.clock)
            let state = time.input("tap", tap).flatMapLatest { number in
                Single<Int, Boom>("call") { () async throws(Boom) in
                    try? await time.clock.sleep(for: .milliseconds(5))
                    if number == 1 { throw Boom(number: number) }
                    return number
                }.trackActivity(activity)
            }
            time.recorder.output("state", state)
            time.recorder.output("isBusy", activity.isActive)
            tap.send(1)
            try await time.advance(by: .milliseconds(10))
            tap.send(2)
            try await time.advance(by: .milliseconds(10))
            try time.expect(
                """
                    0 ms  state   idle
                    0 ms  isBusy  false
                    0 ms  > tap 1
                    0 ms  state   loading
                    0 ms  isBusy  true
                    5 ms  state   failed Boom(number: 1)
                    5 ms  isBusy  false
                   10 ms  > tap 2
                   10 ms  state   loading
                   10 ms  isBusy  true
                   15 ms  state   loaded 2
                   15 ms  isBusy  false
                """)
        }
    }

    @Test func `F2: a call that ends on its error emits nothing, and the next input works`()
        async throws
    {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            let values: Signal<Int> = tap.signal.flatMapLatest { number in
                Single<Int, Boom>("call") { () async throws(Boom) in
                    if number == 1 { throw Boom() }
                    return number
                }.completeOnError()
            }
            let history = History()
            history.observe(values)
            tap.send(1)
            tap.send(2)
            try await time.settle()
            #expect(history.take() == ["2"])
        }
    }

    @Test func `F2: a recovered failure is a value`() async throws {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            let values: Signal<String> = tap.signal.flatMapLatest { number in
                Single<String, Boom>("call") { () async throws(Boom) in throw Boom(number: number) }
                    .recover { "no \($0.number)" }
            }
            let history = History()
            history.observe(values)
            tap.send(7)
            try await time.settle()
            #expect(history.take() == ["\"no 7\""])
        }
    }

    /// PromiseKit#218, #613, #1259: a cancellation surprised people as an error, or as nothing.
    @Test func `F2: work that reports its own cancellation leaves what was there before it`()
        async throws
    {
        try await VirtualTime.run { time in
            let tap = PublishRelay<Int>()
            let state = tap.signal.flatMapLatest { number in
                Single<Int, any Error>("call") {
                    if number == 2 { throw CancellationError() }
                    return number
                }
            }
            let history = History()
            history.observe(state)
            tap.send(1)
            tap.send(2)
            try await time.settle()
            #expect(
                history.take()
                    == ["idle", "loading", "loaded 1", "loading, was 1", "loaded 1"])
        }
    }
}

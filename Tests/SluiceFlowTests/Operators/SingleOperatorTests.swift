import SluiceFlow
import SluiceTesting
import Testing

/// The operators of a call: map, flatMap, retry, timeout, zip and race.
@MainActor
@Suite struct SingleOperatorTests {
    /// The outcome of a call in virtual time, and when it came, in milliseconds.
    private func outcome<Value>(
        _ make: (VirtualClock) -> Single<Value, Boom>
    ) async throws -> String {
        var text = "none"
        try await VirtualTime.run { time in
            let subscription = make(time.clock).subscribe {
                text = "\($0) at \(time.clock.now.offset / .milliseconds(1))"
            } onFailure: {
                text = "failed \($0.number) at \(time.clock.now.offset / .milliseconds(1))"
            }
            try await time.advanceToEnd()
            subscription.dispose()
        }
        return text
    }

    nonisolated private func call(
        _ value: Int, after milliseconds: Int, _ clock: VirtualClock
    ) -> Single<Int, Boom> {
        Single("call \(value)") { () async throws(Boom) in
            do { try await clock.sleep(for: .milliseconds(milliseconds)) } catch {
                throw Boom(number: -999)
            }
            if value < 0 { throw Boom(number: value) }
            return value
        }
    }

    @Test func `map and flatMap`() async throws {
        #expect(try await outcome { call(2, after: 5, $0).map { $0 * 10 } } == "20 at 5.0")
        #expect(
            try await outcome { clock in
                call(2, after: 5, clock).flatMap { value in
                    call(value + 1, after: 5, clock)
                }
            } == "3 at 10.0")
    }

    @Test func `mapError changes the failure, and trackers before it see the original`()
        async throws
    {
        struct Other: Error {}
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            history.observe(errors.errors.map { "\($0.error)" })
            let subscription = call(-1, after: 1, time.clock).trackError(errors)
                .mapError { _ in Other() }.trackError(errors).subscribe { _ in }
            try await time.advanceToEnd()
            #expect(history.take() == ["\"Boom(number: -1)\"", "\"Other()\""])
            subscription.dispose()
        }
    }

    @Test func `retry tries again with its pauses, and passes on the last failure`() async throws {
        let tries = Gate<Int>()
        for number in 1...2 { await tries.resolve(number, .failure(Boom(number: number))) }
        await tries.resolve(3, .success(7))
        let third = try await outcome { clock in
            Single("call") { () async throws(Boom) in try await tries.run() }
                .retry(2, clock: clock) { .milliseconds($0 * 10) }
        }
        #expect(third == "7 at 30.0")
        let last = try await outcome { call(-4, after: 1, $0).retry(2, clock: $0) }
        #expect(last == "failed -4 at 3.0")
        let never = try await outcome { call(-4, after: 1, $0).retry(-1, clock: $0) }
        #expect(never == "failed -4 at 1.0")
        let refused = try await outcome {
            call(-4, after: 1, $0).retry(5, clock: $0, where: { $0.number == 0 })
        }
        #expect(refused == "failed -4 at 1.0")
    }

    @Test func `timeout uses the failure it was given, and cancels the work`() async throws {
        let late = try await outcome { clock in
            call(1, after: 500, clock).timeout(after: .milliseconds(100), clock: clock) {
                Boom(number: 408)
            }
        }
        #expect(late == "failed 408 at 100.0")
        let early = try await outcome { clock in
            call(1, after: 50, clock).timeout(after: .milliseconds(100), clock: clock) {
                Boom(number: 408)
            }
        }
        #expect(early == "1 at 50.0")
        let none = try await outcome { clock in
            call(1, after: 0, clock).timeout(after: .zero, clock: clock) { Boom(number: 408) }
        }
        #expect(none == "failed 408 at 0.0")
    }

    @Test func `zip runs both at once, and the first failure ends it`() async throws {
        let both = try await outcome { clock in
            call(1, after: 30, clock).zip(call(2, after: 20, clock))
        }
        #expect(both == "(1, 2) at 30.0")
        let failed = try await outcome { clock in
            call(1, after: 3000, clock).zip(call(-2, after: 20, clock))
        }
        #expect(failed == "failed -2 at 20.0")
    }

    @Test func `zip of many keeps their order, and none is an empty list`() async throws {
        let all = try await outcome { clock in
            Single.zip([3, 1, 2].map { call($0, after: $0 * 10, clock) })
        }
        #expect(all == "[3, 1, 2] at 30.0")
        let none = try await outcome { _ in Single<Int, Boom>.zip([]) }
        #expect(none == "[] at 0.0")
    }

    @Test func `race gives the first outcome and cancels the losers`() async throws {
        let winner = try await outcome { clock in
            Single.race(call(1, after: 3000, clock), call(2, after: 20, clock))
        }
        #expect(winner == "2 at 20.0")
        let tie = try await outcome { clock in
            Single.race(call(1, after: 20, clock), call(2, after: 20, clock))
        }
        #expect(tie == "1 at 20.0")
    }

    @Test func `F12: for await sees every event in order, and the end`() async throws {
        var relay: BehaviorRelay<Int>? = BehaviorRelay(0)
        let values = relay?.driver.values
        for number in 1...100 { relay?.send(number) }
        relay = nil
        var seen: [Int] = []
        if let values { for await value in values { seen.append(value) } }
        #expect(seen == Array(0...100))
    }

    @Test func `F12: a sequence's elements become events`() async throws {
        let (stream, source) = AsyncStream<Int>.makeStream()
        let signal = Signal(stream)
        for number in 1...3 { source.yield(number) }
        source.finish()
        var seen: [Int] = []
        for await value in signal.values { seen.append(value) }
        #expect(seen == [1, 2, 3])
    }
}

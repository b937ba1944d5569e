import SluiceFlow
import SluiceTesting
import Testing

/// F13: each operator with time, on the virtual clock.
@MainActor
@Suite struct TimeOperatorTests {
    /// Sends numbers at times in milliseconds, and gives what comes out with its times.
    private func outputs(
        _ inputs: [(at: Int, Int)], _ operate: (Signal<Int>, VirtualClock) -> Signal<Int>
    ) async throws -> [String] {
        var lines: [String] = []
        try await VirtualTime.run { time in
            let relay = PublishRelay<Int>()
            let subscription = operate(relay.signal, time.clock).subscribe { value in
                lines.append("\(time.clock.now.offset / .milliseconds(1)): \(value)")
            }
            var now = 0
            for (at, value) in inputs {
                try await time.advance(by: .milliseconds(at - now))
                now = at
                relay.send(value)
            }
            try await time.advanceToEnd()
            subscription.dispose()
        }
        return lines
    }

    @Test func `debounce emits what no other event followed in time`() async throws {
        let inputs = [(at: 0, 1), (at: 50, 2), (at: 200, 3)]
        let lines = try await outputs(inputs) { $0.debounce(for: .milliseconds(100), clock: $1) }
        #expect(lines == ["150.0: 2", "300.0: 3"])
    }

    @Test func `throttle emits the first at once, and the last of each interval at its end`()
        async throws
    {
        let inputs = [(at: 0, 1), (at: 20, 2), (at: 40, 3), (at: 250, 4)]
        let lines = try await outputs(inputs) { $0.throttle(for: .milliseconds(100), clock: $1) }
        #expect(lines == ["0.0: 1", "100.0: 3", "250.0: 4"])
    }

    @Test func `delay keeps the order and the distances`() async throws {
        let inputs = [(at: 0, 1), (at: 10, 2), (at: 10, 3)]
        let lines = try await outputs(inputs) { $0.delay(for: .milliseconds(100), clock: $1) }
        #expect(lines == ["100.0: 1", "110.0: 2", "110.0: 3"])
    }

    @Test func `a time of zero or less doesn't wait`() async throws {
        let inputs = [(at: 0, 1), (at: 0, 2)]
        for time in [Duration.zero, .milliseconds(-5)] {
            #expect(
                try await outputs(inputs) { $0.delay(for: time, clock: $1) } == [
                    "0.0: 1", "0.0: 2",
                ])
            #expect(
                try await outputs(inputs) { $0.debounce(for: time, clock: $1) }
                    == ["0.0: 1", "0.0: 2"])
            #expect(
                try await outputs(inputs) { $0.throttle(for: time, clock: $1) }
                    == ["0.0: 1", "0.0: 2"])
        }
    }

    @Test func `what waits when the source completes is still emitted`() async throws {
        for operate in [
            { (source: Signal<Int>, clock: VirtualClock) in
                source.debounce(for: .milliseconds(100), clock: clock)
            },
            { source, clock in source.throttle(for: .milliseconds(100), clock: clock) },
            { source, clock in source.delay(for: .milliseconds(100), clock: clock) },
        ] {
            try await VirtualTime.run { time in
                let history = History()
                var relay: PublishRelay<Int>? = PublishRelay()
                if let relay { history.observe(operate(relay.signal, time.clock)) }
                relay?.send(1)
                relay?.send(2)
                relay = nil
                try await time.advanceToEnd()
                #expect(history.take().suffix(2) == ["2", "|"])
            }
        }
    }
}

import SluiceFlow
import Testing

@testable import SluiceTesting

@MainActor
@Suite struct VirtualTimeTests {
    private struct Boom: Error {}

    /// What a test that fails says.
    private func failure(
        stuckLimit: Duration = .seconds(5), _ body: @MainActor (VirtualTime) async throws -> Void
    ) async -> String {
        do {
            try await VirtualTime.run(stuckLimit: stuckLimit, body)
            return "nothing"
        } catch {
            return String(describing: error)
        }
    }

    @Test func `T1: a call is done at the very instant its sleep ends`() async throws {
        try await VirtualTime.run { time in
            let call = Single<Int, Never>("call") {
                try? await time.clock.sleep(for: .milliseconds(120))
                return 7
            }
            var got: [Int] = []
            let subscription = call.subscribe { got.append($0) }
            try await time.advance(by: .milliseconds(119))
            #expect(got.isEmpty)
            try await time.advance(by: .milliseconds(1))
            #expect(got == [7])
            subscription.dispose()
        }
    }

    @Test func `T1: work that runs on other threads is waited for`() async throws {
        actor Elsewhere {
            func sum(_ count: Int) -> Int { (0..<count).reduce(0, &+) }
        }
        try await VirtualTime.run { time in
            let elsewhere = Elsewhere()
            var got: [Int] = []
            let bag = DisposeBag()
            for count in [200_000, 10] {
                Single<Int, Never>("sum \(count)") { await elsewhere.sum(count) }
                    .subscribe { got.append($0) }.disposed(by: bag)
            }
            try await time.settle()
            // Let through in start order, though the second one may be ready first.
            #expect(got == [19_999_900_000, 45])
        }
    }

    /// klaviyo-swift-sdk#709: a home-made test clock ignored cancellation and hung.
    @Test func `T1: cancelling a sleeping call ends its sleep at once`() async throws {
        try await VirtualTime.run { time in
            var outcomes = 0
            let call = Single<Int, Boom>("call") { () async throws(Boom) in
                do { try await time.clock.sleep(for: .seconds(3600)) } catch { throw Boom() }
                return 1
            }
            let subscription = call.subscribe { _ in
                outcomes += 1
            } onFailure: { _ in
                outcomes += 1
            }
            try await time.advance(by: .seconds(1))
            subscription.dispose()
            try await time.settle()
            #expect(outcomes == 0)
            #expect(time.clock.now.offset == .seconds(1))
        }
    }

    @Test func `T1: a cancelled call that stands in a wait counts as running until it has unwound`()
        async throws
    {
        actor Elsewhere {
            func sum(_ count: Int) -> Int { (0..<count).reduce(0, &+) }
        }
        try await VirtualTime.run { time in
            let elsewhere = Elsewhere()
            let (stream, end) = AsyncStream<Int>.makeStream()
            var unwound = 0
            let subscription = Single<Int, Never>("shared") {
                _ = await CallAccount.wait { () async throws(Never) in
                    // Cancelling ends the loop; what follows takes a while on another thread.
                    for await _ in stream {}
                    return await elsewhere.sum(100_000)
                }
                await MainActor.run { unwound += 1 }
                return 1
            }.subscribe { _ in }
            try await time.settle()
            #expect(unwound == 0)
            subscription.dispose()
            try await time.settle()
            #expect(unwound == 1)
            end.finish()
        }
    }

    @Test func `T1: sleeping in a task that the kit didn't start fails the test, with the label`()
        async
    {
        let text = await failure { time in
            let subscription = Single<Int, Never>("load twice") {
                async let one: Void? = try? time.clock.sleep(for: .seconds(1))
                _ = await one
                return 1
            }.subscribe { _ in }
            try await time.advance(by: .seconds(2))
            subscription.dispose()
        }
        #expect(text.hasPrefix("load twice slept on the virtual clock in a task"))
    }

    @Test func `T1: awaiting a sleeping call in the test itself fails the test`() async {
        let text = await failure { time in
            _ = await Single<Int, Never>("awaited") {
                try? await time.clock.sleep(for: .seconds(1))
                return 1
            }.value()
        }
        #expect(text.hasPrefix("awaited slept on the virtual clock in the test's own task"))
    }

    @Test func `T2: a call stuck outside of the virtual clock fails the test, with its label`()
        async
    {
        let (stream, end) = AsyncStream<Int>.makeStream()
        let text = await failure(stuckLimit: .milliseconds(100)) { time in
            let subscription = Single<Int, Never>("the stuck one") {
                for await value in stream { return value }
                return 0
            }.subscribe { _ in }
            defer { subscription.dispose() }
            try await time.settle()
        }
        end.finish()
        #expect(text.hasPrefix("stuck outside of the virtual clock for 0.1 seconds: the stuck one"))
    }

    /// TCA#3802: effects of one test reached the next.
    @Test func `a test that ends with a running call fails, and names it`() async {
        var subscription: Subscription?
        let text = await failure { time in
            subscription = Single<Int, Never>("left alone") {
                try? await time.clock.sleep(for: .seconds(1))
                return 1
            }.subscribe { _ in }
        }
        subscription?.dispose()
        #expect(text == "the test ends with running calls: left alone")
    }

    @Test func `T4: a test that ends with an unasserted event fails, and shows it`() async {
        let relay = PublishRelay<String>()
        let text = await failure { time in
            time.recorder.output("names", relay.signal)
            relay.send("ana")
            try time.expect("    0 ms  names  \"ana\"\n")
            relay.send("bo")
        }
        #expect(
            text == """
                the test ends with events that nothing asserted:
                    0 ms  names  "bo"

                """)
    }

    @Test func `T3: a difference is shown with the lines around it`() async {
        let relay = PublishRelay<Int>()
        let text = await failure { time in
            time.recorder.output("n", relay.signal)
            for value in 1...4 { relay.send(value) }
            try time.expect(
                """
                    0 ms  n  1
                    0 ms  n  2
                    0 ms  n  5
                    0 ms  n  4
                """)
        }
        #expect(
            text.hasPrefix(
                """
                the timeline differs: line 3
                        0 ms  n  1
                        0 ms  n  2
                  -     0 ms  n  5
                  +     0 ms  n  3
                        0 ms  n  4
                """))
    }

    @Test func `without a seed, calls of one instant go in the order of their starts`()
        async throws
    {
        var got: [Int] = []
        try await VirtualTime.run { time in
            let bag = DisposeBag()
            for index in 0..<20 {
                Single<Int, Never>("call") {
                    try? await time.clock.sleep(for: .milliseconds(10))
                    return index
                }.subscribe { got.append($0) }.disposed(by: bag)
            }
            try await time.advanceToEnd()
        }
        #expect(got == Array(0..<20))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func `a seed fixes the order of calls at one instant`(seed: UInt64) async throws {
        func order() async throws -> [Int] {
            var got: [Int] = []
            try await VirtualTime.run(seed: seed) { time in
                let bag = DisposeBag()
                for index in 0..<6 {
                    Single<Int, Never>("call") {
                        try? await time.clock.sleep(for: .milliseconds(10))
                        return index
                    }.subscribe { got.append($0) }.disposed(by: bag)
                }
                try await time.advanceToEnd()
            }
            return got
        }
        let first = try await order()
        let second = try await order()
        #expect(first == second)
        #expect(first.sorted() == [0, 1, 2, 3, 4, 5])
    }
}

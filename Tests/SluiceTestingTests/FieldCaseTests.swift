import SluiceFlow
import SluiceTesting
import Testing

/// What went wrong with other test kits, and must not with this one.
@MainActor
@Suite struct FieldCaseTests {
    /// RxSwift#2335, #2040: in tests a driver was silent, since the ambient scheduler wasn't right.
    ///
    /// There is none here: a driver delivers before `send` returns, in a plain test and in
    /// virtual time alike, and an operator that needs time can't be written without a clock.
    @Test func `a driver delivers in a plain test as it does in virtual time`() async throws {
        func history() -> [String] {
            var events: [String] = []
            let query = BehaviorRelay("")
            let count = query.driver.map(\.count).distinctUntilChanged()
            let bag = DisposeBag()
            count.subscribe { events.append("count \($0)") }.disposed(by: bag)
            for text in ["a", "b", "an"] {
                query.send(text)
                events.append("sent \(text)")
            }
            return events
        }
        let expected = ["count 0", "count 1", "sent a", "sent b", "count 2", "sent an"]
        #expect(history() == expected)
        try await VirtualTime.run { _ in #expect(history() == expected) }
    }

    /// swift-clocks#33, #23, element-x-ios#6022, OneWay#65: tests on a virtual clock that yield a
    /// number of times and hope hang, or take half a minute, when every core is busy.
    ///
    /// Here the pool's threads are kept busy before, between and after the calls: the clock moves on
    /// when the calls have been counted quiet, so the timeline is the one of an idle machine.
    @Test func `T1: a busy machine changes nothing in a timeline`() async throws {
        actor Elsewhere {
            func sum(_ count: Int) -> Int { (0..<count).reduce(0, &+) }
        }
        func timeline(load: Int) async throws -> [String] {
            var events: [String] = []
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<load {
                    group.addTask { (0..<5_000).reduce(number) { $0 ^ ($1 &* 31) } }
                }
                try await VirtualTime.run { time in
                    let elsewhere = Elsewhere()
                    let bag = DisposeBag()
                    for number in 1...40 {
                        Single<Int, Never>("call \(number)") {
                            let sum = await elsewhere.sum(number)
                            try? await time.clock.sleep(for: .milliseconds(number % 7))
                            return await elsewhere.sum(number) - sum + number
                        }.subscribe {
                            events.append("\(time.clock.now.offset) \($0)")
                        }.disposed(by: bag)
                    }
                    try await time.advanceToEnd()
                }
                try await group.waitForAll()
            }
            return events
        }
        let quiet = try await timeline(load: 0)
        #expect(quiet.count == 40)
        #expect(try await timeline(load: 200) == quiet)
    }

    @Test func `T6: a hundred tests at once have a hundred equal timelines`() async throws {
        @MainActor func timeline() async throws -> String {
            var text = ""
            try await VirtualTime.run { time in
                let query = PublishRelay<Int>()
                let activity = ActivityTracker(clock: time.clock)
                time.recorder.output("isActive", activity.isActive)
                time.recorder.output(
                    "rows",
                    time.input("query", query).debounce(for: .milliseconds(20), clock: time.clock)
                        .flatMapLatest { number in
                            Single<Int, Never>("search") {
                                try? await time.clock.sleep(for: .milliseconds(number * 30))
                                return number
                            }.trackActivity(activity)
                        })
                for number in [3, 1, 2] {
                    query.send(number)
                    try await time.advance(by: .milliseconds(35))
                }
                try await time.advanceToEnd()
                text = time.recorder.timeline.description
                try time.expect(text)
            }
            return text
        }
        let expected = try await timeline()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { try await timeline() } }
            for try await text in group { #expect(text == expected) }
        }
    }
}

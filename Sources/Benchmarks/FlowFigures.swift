import SluiceFlow
import SluiceTesting

/// Streams, trackers and virtual time.
@MainActor
enum FlowFigures {
    static var all: [Figure] {
        [emission, trackedCall, hundredObservers, combineEight, viewModelTest]
    }

    private static let emissions = 1_000_000

    private static var emission: Figure {
        Figure(
            name: "emission through map-filter-map", unit: "ns",
            budget: .both(45, ratio: 1.8)
        ) {
            let work = FlowWork.emissions()
            return nanoseconds(per: emissions) { work(emissions) }
        } baseline: {
            let chain = BareChain()
            return nanoseconds(per: emissions) { chain.run(emissions) }
        }
    }

    private static let calls = 100_000

    private static var trackedCall: Figure {
        Figure(name: "tracked call in flatMapLatest", unit: "us", budget: .value(2.5)) {
            let work = FlowWork.trackedCalls()
            return nanoseconds(per: calls) { work(calls) } / 1000
        } baseline: {
            await nanoseconds(per: calls) { await BareTasks.run(calls) } / 1000
        }
    }

    private static var hundredObservers: Figure {
        Figure(name: "driver with 100 observers, an emission", unit: "us", budget: .none) {
            let relay = BehaviorRelay(0)
            var sum = 0
            let bag = DisposeBag()
            for _ in 0..<100 { relay.driver.subscribe { sum &+= $0 }.disposed(by: bag) }
            let result = nanoseconds(per: 10_000) { for value in 0..<10_000 { relay.send(value) } }
            consume(sum)
            return result / 1000
        } baseline: {
            var sum = 0
            let observers: [@MainActor (Int) -> Void] = (0..<100).map { _ in { sum &+= $0 } }
            let result = nanoseconds(per: 10_000) {
                for value in 0..<10_000 { for observer in observers { observer(value) } }
            }
            consume(sum)
            return result / 1000
        }
    }

    private static var combineEight: Figure {
        Figure(name: "combineLatest of 8, an emission", unit: "ns", budget: .none) {
            let relays = (0..<8).map { BehaviorRelay($0) }
            var sum = 0
            let d = relays.map(\.driver)
            let subscription = combineLatest(d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7])
                .subscribe { sum &+= $0.0 &+ $0.7 }
            let result = nanoseconds(per: 100_000) {
                for value in 0..<100_000 { relays[value & 7].send(value) }
            }
            subscription.dispose()
            consume(sum)
            return result
        }
    }

    private static var viewModelTest: Figure {
        Figure(name: "view-model test in virtual time", unit: "ms", budget: .value(1)) {
            let clock = ContinuousClock()
            let start = clock.now
            for _ in 0..<20 {
                try await VirtualTime.run { time in
                    let tap = PublishRelay<Int>()
                    let activity = ActivityTracker(clock: time.clock)
                    let state: Signal<Int> = time.input("tap", tap).flatMapLatest { number in
                        Single<Int, Never>("call") {
                            try? await time.clock.sleep(for: .milliseconds(120))
                            return number
                        }.trackActivity(activity)
                    }
                    time.recorder.output("state", state)
                    time.recorder.output("isBusy", activity.isActive)
                    tap.send(1)
                    try await time.advance(by: .milliseconds(60))
                    tap.send(2)
                    try await time.advanceToEnd()
                    try time.expect(
                        """
                            0 ms  isBusy  false
                            0 ms  > tap 1
                            0 ms  isBusy  true
                           60 ms  > tap 2
                          180 ms  state   2
                          180 ms  isBusy  false
                        """)
                }
            }
            return (clock.now - start) / .milliseconds(20)
        }
    }
}

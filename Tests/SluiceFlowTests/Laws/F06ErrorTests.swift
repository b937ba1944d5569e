import SluiceFlow
import SluiceTesting
import Testing

/// F6 and F7: each failure once, to all who observe, and never swallowed.
@MainActor
@Suite struct F06ErrorTests {
    private func failing(_ number: Int = 0) -> Single<Int, Boom> {
        Single("fail \(number)") { () async throws(Boom) in throw Boom(number: number) }
    }

    /// The tracker copied from CleanArchitectureRxSwift: a late subscriber got the old error again.
    @Test func `F6: one event a failure for every observer, and none for a late one`()
        async throws
    {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            history.observe(errors.errors.map { "\($0.label) #\($0.id)" }, "a")
            history.observe(errors.errors.map { "\($0.label) #\($0.id)" }, "b")
            let subscription = failing(1).trackError(errors).subscribe { _ in }
            try await time.settle()
            history.observe(errors.errors.map { "\($0.label) #\($0.id)" }, "late")
            #expect(history.take() == ["a \"fail 1 #1\"", "b \"fail 1 #1\""])
            subscription.dispose()
        }
    }

    /// The same tracker: two subscriptions to one cold call gave its error twice.
    @Test func `F6: a failing call of two observers runs once, and is one event`() async throws {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            history.observe(errors.errors.map(\.label), "error")
            let tap = PublishRelay<Int>()
            let state = tap.signal.flatMapLatest { failing($0).trackError(errors) }
            history.observe(state.map { $0.failure != nil }, "a")
            history.observe(state.map { $0.failure != nil }, "b")
            _ = history.take()
            tap.send(1)
            try await time.settle()
            #expect(
                history.take()
                    == [
                        "a false", "b false", "error \"fail 1\"", "a true", "b true",
                    ])
        }
    }

    /// ReactorKit#122: the same error twice was shown once.
    @Test func `F6: the same error twice is two events, each with its identity`() async throws {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            var seen: [Int] = []
            let watching = errors.errors.subscribe { seen.append($0.id) }
            let bag = DisposeBag()
            failing().trackError(errors).subscribe { _ in }.disposed(by: bag)
            failing().trackError(errors).subscribe { _ in }.disposed(by: bag)
            try await time.settle()
            #expect(seen == [1, 2])
            watching.dispose()
        }
    }

    /// RxSwiftUtilities#14: should an error tracker also catch? Both ways, and visibly different.
    @Test func `F6: tracking passes the failure on`() async throws {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            var failures: [Boom] = []
            let subscription = failing(3).trackError(errors)
                .subscribe { _ in
                } onFailure: {
                    failures.append($0)
                }
            try await time.settle()
            #expect(failures == [Boom(number: 3)])
            subscription.dispose()
        }
    }

    @Test func `F6: an error can be reported by hand`() {
        let errors = ErrorTracker()
        let history = History()
        history.observe(errors.errors.map { "\($0.error)" })
        errors.report(Boom(number: 4))
        #expect(history.take() == ["\"Boom(number: 4)\""])
    }

    @Test func `F6: a tracker takes only what its filter, its type and its policy admit`() {
        struct Other: Error {}
        let booms = ErrorTracker(only: Boom.self)
        let odd = ErrorTracker { ($0 as? Boom)?.number == 1 }
        let all = ErrorTracker(policy: .allErrors)
        let history = History()
        for (tracker, name) in [(booms, "booms"), (odd, "odd"), (all, "all")] {
            history.observe(tracker.errors.map { _ in }, name)
            let errors: [any Error] = [
                Boom(number: 1), Boom(number: 2), Other(), CancellationError(),
            ]
            for error in errors { tracker.report(error) }
        }
        #expect(
            history.take() == ["booms ", "booms ", "odd ", "all ", "all ", "all ", "all "])
    }

    @Test func `F7: recovering before the tracker hides the failure, after it shows both`()
        async throws
    {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            history.observe(errors.errors.map { _ in }, "error")
            let bag = DisposeBag()
            failing().recover { _ in 1 }.trackError(errors)
                .subscribe { history.note("hidden \($0)") }.disposed(by: bag)
            try await time.settle()
            #expect(history.take() == ["hidden 1"])
            failing().trackError(errors).recover { _ in 2 }
                .subscribe { history.note("shown \($0)") }.disposed(by: bag)
            try await time.settle()
            #expect(history.take() == ["error ", "shown 2"])
        }
    }

    @Test func `F7: the caller's own handling follows the central one, and the policy`()
        async throws
    {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            history.observe(errors.errors.map { _ in }, "central")
            failing().trackError(errors).done { _ in }.catch { history.note("own \($0.number)") }
            let cancelled = Single<Int, CancellationError>("stop") {
                () async throws(CancellationError) in throw CancellationError()
            }
            cancelled.done { _ in }.catch { _ in history.note("unasked") }
            cancelled.catchPolicy(.allErrors).done { _ in }.catch { _ in history.note("asked") }
            try await time.settle()
            #expect(history.take() == ["central ", "own 0", "asked"])
        }
    }
}

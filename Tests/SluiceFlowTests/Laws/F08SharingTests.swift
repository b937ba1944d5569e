import SluiceFlow
import SluiceTesting
import Testing

/// F8: calls share trackers, and a view binds them once, in one of two ways.
@MainActor
@Suite struct F08SharingTests {
    private enum Answer: Sendable { case retry, ignore }

    @Test func `F8: each error is asked about in turn, and the answer flows back as input`()
        async throws
    {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let load = PublishRelay<Int>()
            let tries = Gate<Int>()
            await tries.resolve(1, .failure(Boom(number: 1)))
            await tries.resolve(2, .success(7))
            let state = time.input("load", load).flatMapLatest { _ in
                Single<Int, Boom>("load") { () async throws(Boom) in
                    try? await time.clock.sleep(for: .milliseconds(10))
                    return try await tries.run()
                }.trackError(errors)
            }
            time.recorder.output("state", state)
            let answers: Signal<Answer> = errors.answers { _ in
                Single("question") {
                    try? await time.clock.sleep(for: .milliseconds(100))
                    return .retry
                }
            }
            let bag = DisposeBag()
            answers.filter { $0 == .retry }.subscribe { _ in load.send(2) }.disposed(by: bag)
            load.send(1)
            try await time.advanceToEnd()
            try time.expect(
                """
                    0 ms  state  idle
                    0 ms  > load 1
                    0 ms  state  loading
                   10 ms  state  failed Boom(number: 1)
                  110 ms  > load 2
                  110 ms  state  loading
                  120 ms  state  loaded 7
                """)
        }
    }

    @Test func `F8: two errors at once are two questions, one after the other`() async throws {
        try await VirtualTime.run { time in
            let errors = ErrorTracker()
            let history = History()
            let answers: Signal<Int> = errors.answers { error in
                Single("question") {
                    await history.note("ask \(error.id)")
                    try? await time.clock.sleep(for: .milliseconds(100))
                    return error.id
                }
            }
            history.observe(answers, "answer")
            errors.report(Boom())
            errors.report(Boom())
            try await time.advanceToEnd()
            #expect(history.take() == ["ask 1", "answer 1", "ask 2", "answer 2"])
        }
    }
}

import SluiceFlow
import SluiceTesting
import Testing
import Users

@MainActor
@Suite struct UserDetailViewModelTests {
    /// A detail screen under test: its inputs, and a script for its look-ups.
    @MainActor
    private struct Screen {
        let show = PublishRelay<Read<String>>()
        let retry = PublishRelay<Void>()
        let cancel = PublishRelay<Void>()

        init(_ time: VirtualTime, _ replies: [StubService.Details.Reply]) {
            var service = StubService(time.clock)
            service.details = .init(time.clock, replies)
            let model = UserDetailViewModel(service: service)
            time.record(
                model.transform(
                    .init(
                        show: time.input("show", show),
                        retry: time.input("retry", retry),
                        cancel: time.input("cancel", cancel))))
        }
    }

    @Test func `load then refresh keeps the shown user while it asks again`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(120)) { _ in .fresh(ana) },
                    .after(.milliseconds(80)) { _ in .fresh(dana) },
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(200))
            screen.show.send(Read("1", .fresh))
            try await time.advance(by: .milliseconds(100))
            try time.snapshot()
        }
    }

    @Test func `a newer input cancels the call before it`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(300)) { _ in .fresh(ana) },
                    .after(.milliseconds(100)) { _ in .fresh(dana) },
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(50))
            screen.show.send(Read("2"))
            try await time.advance(by: .milliseconds(500))
            try time.snapshot()
        }
    }

    @Test func `an error, then a success`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(10)) { _ throws(ServiceError) in throw unreachable },
                    .after(.milliseconds(10)) { _ in .fresh(ana) },
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(20))
            screen.retry.send()
            try await time.advance(by: .milliseconds(20))
            try time.snapshot()
        }
    }

    /// ReactorKit#122: the second of two equal errors was dropped as a repetition.
    @Test func `the same error twice is two events`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(10)) { _ throws(ServiceError) in throw unreachable },
                    .after(.milliseconds(10)) { _ throws(ServiceError) in throw unreachable },
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(20))
            screen.retry.send()
            try await time.advance(by: .milliseconds(20))
            try time.snapshot()
        }
    }

    @Test func `offline with a stale answer shows its age`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(10)) { _ in
                        Answer(ana, source: .stale, age: 90_000, reason: unreachable)
                    }
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(20))
            try time.expect(
                """
                    0 ms  user    idle
                    0 ms  isBusy  false
                    0 ms  > show "1"
                    0 ms  user    loading
                    0 ms  isBusy  true
                   10 ms  user    loaded Ana Brandt (1, ana) (stale, 90 s old); unreachable: no connection to the directory
                   10 ms  isBusy  false
                """)
        }
    }

    @Test func `giving up leaves what was shown, and the next input works`() async throws {
        try await VirtualTime.run { time in
            let screen = Screen(
                time,
                [
                    .after(.milliseconds(10)) { _ in .fresh(ana) },
                    .after(.seconds(60)) { _ in .fresh(bo) },
                    .after(.milliseconds(10)) { _ in .fresh(dana) },
                ])
            screen.show.send(Read("1"))
            try await time.advance(by: .milliseconds(10))
            screen.show.send(Read("3"))
            try await time.advance(by: .milliseconds(10))
            screen.cancel.send()
            try await time.advance(by: .milliseconds(10))
            screen.show.send(Read("2"))
            try await time.advance(by: .milliseconds(10))
            try time.snapshot()
        }
    }
}

import SluiceFlow
import SluiceTesting
import Testing
import Users

@MainActor
@Suite struct StatusViewModelTests {
    @Test func `the status names what runs and the last errors, newest first`() async throws {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            let profile = ServiceStatus(
                profile: "sample", server: "sample:", session: Session(state: .guest),
                cachedUsers: 7)
            service.statuses = .init(time.clock, [.after(.milliseconds(5)) { _ in profile }])
            let trackers = CallTrackers()
            let refresh = PublishRelay<Void>()
            time.record(
                StatusViewModel(service: service, trackers: trackers).transform(
                    .init(refresh: time.input("refresh", refresh))))
            trackers.errors.report(unreachable, label: "user 1")
            trackers.errors.report(expired, label: "users")
            refresh.send()
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }
}

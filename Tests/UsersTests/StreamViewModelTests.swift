import SluiceFlow
import SluiceTesting
import Synchronization
import Testing
import Users

/// A target that takes everyone.
private struct AnyTarget: ExportTarget {
    func write(_ users: [User]) throws(ServiceError) -> Bool { true }
    func complete() throws(ServiceError) {}
    func discard() {}
}

/// The view models whose calls go on for a while: export, watch, doctor.
@MainActor
@Suite struct StreamViewModelTests {
    @Test func `an export shows how far it has come, and a second start meanwhile is ignored`()
        async throws
    {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            let people = [User(id: "1"), User(id: "2")]
            service.exportSteps = [(.milliseconds(100), people), (.milliseconds(100), people)]
            let start = PublishRelay<ExportRequest>()
            time.record(
                ExportViewModel(service: service).transform(
                    .init(start: time.input("start", start))))
            let request = ExportRequest(Read(ListQuery(all: true)), to: AnyTarget())
            start.send(request)
            try await time.advance(by: .milliseconds(150))
            start.send(request)
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }

    @Test func `a watch tells of changes and troubles until it is stopped, and can begin again`()
        async throws
    {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.watchSteps = [
                (.zero, .began(people: 2)),
                (
                    .milliseconds(100),
                    .change(UserChange(.changed, User(id: "1", username: "ana"), at: 100))
                ),
                (.milliseconds(100), .trouble(ServiceError(.unreachable, "no route"))),
            ]
            let start = PublishRelay<WatchQuery>()
            let stop = PublishRelay<Void>()
            time.record(
                WatchViewModel(service: service).transform(
                    .init(
                        start: time.input("start", start), stop: time.input("stop", stop))))
            start.send(WatchQuery())
            try await time.advance(by: .milliseconds(300))
            stop.send()
            try await time.advance(by: .milliseconds(100))
            start.send(WatchQuery(who: "1", interval: 5_000))
            try await time.advance(by: .milliseconds(50))
            stop.send()
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }

    @Test func `a check shows what it found`() async throws {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.healths = .init(
                time.clock,
                [
                    .after(.milliseconds(50)) { _ in
                        CacheHealth(path: "/c.db", damagedRows: 1, setAside: "/c.db.damaged-1")
                    }
                ])
            let start = PublishRelay<Void>()
            time.record(
                DoctorViewModel(service: service).transform(
                    .init(start: time.input("start", start))))
            start.send()
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }
}

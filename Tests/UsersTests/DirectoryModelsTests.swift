import SluiceFlow
import SluiceTesting
import Testing
import Users

/// T7: a directory's view models, recorded and replayed.
@MainActor
@Suite struct DirectoryModelsTests {
    private func service(_ clock: VirtualClock) -> StubService {
        let wait = Duration.milliseconds(10)
        var service = StubService(clock)
        service.details = .init(
            clock, [.after(wait) { _ in .fresh(ana) }, .after(.seconds(60)) { _ in .fresh(bo) }])
        service.pages = .init(
            clock, [.after(wait) { _ in .fresh(UserPage(users: [ana, dana], total: 3)) }])
        service.searches = .init(
            clock, [.after(wait) { _ throws(ServiceError) in throw unreachable }])
        service.sessions = .init(
            clock,
            [
                .after(wait) { _ in Session(state: .loggedIn, account: "ana") },
                .after(wait) { _ in Session(state: .loggedIn, account: "ana", user: ana) },
                .after(wait) { _ in Session(state: .loggedOut, notices: ["not told"]) },
            ])
        service.syncs = .init(
            clock,
            [
                .after(wait) { _ in
                    SyncReport(
                        inserted: 2,
                        skipped: [SkippedElement(index: 1, path: "data[1]", reason: "no\nid")])
                }
            ])
        service.statuses = .init(
            clock,
            [
                .after(wait) { _ in
                    ServiceStatus(
                        profile: "stub", server: "http://a.test", session: Session(state: .guest))
                }
            ])
        service.healths = .init(clock, [.after(wait) { _ in CacheHealth() }])
        service.exportSteps = [(wait, [ana, dana])]
        service.watchSteps = [(wait, .began(people: 1)), (wait, .trouble(unreachable))]
        return service
    }

    private func connect(
        _ clock: VirtualClock, _ recording: any TimelineRecording
    ) -> (DirectoryModels, PublishRelay<Void>) {
        let cancel = PublishRelay<Void>()
        let trackers = CallTrackers(activity: ActivityTracker(clock: clock))
        let directory = OpenDirectory(
            profile: "stub", session: Session(state: .loggedOut), service: service(clock))
        return (
            DirectoryModels(
                directory, trackers: trackers, cancel: trackers.record(cancel, in: recording),
                number: 2, in: recording), cancel
        )
    }

    @Test func `T7: every input is recorded before what comes of it, and replays`() async throws {
        var text = ""
        try await VirtualTime.run { time in
            let (models, cancel) = connect(time.clock, time.recorder)
            let inputs: [@MainActor () -> Void] = [
                { models.login.send(Credentials(name: "ana", password: "pw-77")) },
                { models.whoAmI.send(.fresh) }, { models.list.send(Read(ListQuery(page: 2))) },
                { models.show.send(Read("1", .cached(maxAge: 0))) },
                { models.search.send(Read(SearchQuery("an \"x\""))) }, { models.sync.send(true) },
                { models.export.send(ExportRequest(Read(ListQuery(all: true)), to: Nowhere())) },
                { models.doctor.send() }, { models.status.send() },
                { models.watch.send(WatchQuery(who: "1")) }, { cancel.send() },
                { models.show.send(Read("3")) }, { cancel.send() },
                { models.logout.send(.offline) },
            ]
            for input in inputs {
                input()
                try await time.advance(by: .milliseconds(50))
            }
            try time.snapshot("every-input")
            text = SessionRecording(timeline: time.recorder.timeline, exchanges: []).description
        }
        #expect(!text.contains("pw-77"))
        let recording = try #require(SessionRecording(text))
        #expect(recording.timeline.events.count { $0.role == .input } == 14)
        try await VirtualTime.replay(recording) { replay in
            _ = connect(replay.time.clock, replay)
        }
    }
}

private struct Nowhere: ExportTarget {
    func write(_ users: [User]) throws(ServiceError) -> Bool { true }
    func complete() throws(ServiceError) {}
    func discard() {}
}

import SluiceFlow
import SluiceTesting
import Testing
import Users

@MainActor
@Suite struct SyncViewModelTests {
    @Test func `a sync shows how far it has come, and a second start meanwhile is ignored`()
        async throws
    {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.syncSteps = [(.milliseconds(100), 50), (.milliseconds(100), 100)]
            service.syncs = .init(time.clock, [.after(.zero) { _ in SyncReport(inserted: 100) }])
            let start = PublishRelay<Bool>()
            time.record(
                SyncViewModel(service: service).transform(
                    .init(start: time.input("start", start))))
            start.send(true)
            try await time.advance(by: .milliseconds(50))
            start.send(false)
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }

    @Test func `a stopped sync leaves the screen as it was`() async throws {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.syncSteps = [(.milliseconds(100), 50), (.milliseconds(100), 100)]
            let start = PublishRelay<Bool>()
            let cancel = PublishRelay<Void>()
            time.record(
                SyncViewModel(service: service).transform(
                    .init(
                        start: time.input("start", start),
                        cancel: time.input("cancel", cancel))))
            start.send(true)
            try await time.advance(by: .milliseconds(150))
            cancel.send()
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }
}

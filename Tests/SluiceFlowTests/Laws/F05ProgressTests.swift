import SluiceFlow
import SluiceTesting
import Testing

/// F5: the tracker knows what is running, since when, and how far it has come.
@MainActor
@Suite struct F05ProgressTests {
    @Test func `F5: a call shows its label, its start and the progress its work reports`()
        async throws
    {
        try await VirtualTime.run { time in
            let activity = ActivityTracker(clock: time.clock)
            try await time.advance(by: .seconds(2))
            var calls: [[ActivityTracker.Call]] = []
            let watching = activity.calls.subscribe { calls.append($0) }
            let subscription = Single<Int, Never>("sync") {
                await CallProgress.report(completed: 5, total: 10, unit: "people")
                try? await time.clock.sleep(for: .seconds(1))
                return 1
            }.trackActivity(activity).subscribe { _ in }
            try await time.advanceToEnd()
            #expect(calls.map { $0.map(\.label) } == [[], ["sync"], ["sync"], []])
            #expect(calls[1].first?.start == .seconds(2))
            #expect(
                calls[2].first?.progress == CallProgress(completed: 5, total: 10, unit: "people"))
            subscription.dispose()
            watching.dispose()
        }
    }

    @Test func `F5: progress reported outside of a call goes nowhere`() async {
        await CallProgress.report(completed: 1, unit: "people")
    }
}

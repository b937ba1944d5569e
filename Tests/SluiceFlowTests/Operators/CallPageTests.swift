import Foundation
import SluiceFlow
import SluiceTesting
import Testing

/// The page of calls, actions, trackers and relays: each with an example that runs here.
///
/// The code that the page shows is read from this file.
@MainActor
@Suite struct CallPageTests {
    /// Records streams under a name, and keeps what an example needs alive.
    @MainActor
    final class Show {
        private let recorder: TimelineRecorder
        private var kept: [AnyObject] = []

        init(_ recorder: TimelineRecorder) { self.recorder = recorder }

        func callAsFunction<Kind, Element>(_ name: String, _ stream: Flow<Kind, Element>) {
            recorder.output(name, stream)
        }

        func keep(_ object: AnyObject) { kept.append(object) }
    }

    typealias Call = @Sendable (Int) -> Single<Int, Boom>

    struct Example: Sendable {
        typealias Run = @MainActor (Signal<Int>, @escaping Call, VirtualClock, Show) -> Void

        let name: String
        let says: String
        let line: Int
        let run: Run

        init(
            _ name: String, _ says: String, line: Int = #line, _ run: @escaping Run
        ) {
            (self.name, self.says, self.line, self.run) = (name, says, line, run)
        }

        /// The lines of the closure, without their indentation.
        func code(in file: [String]) -> String {
            let indent = file[line - 1].prefix { $0 == " " }
            let body = file[line...].drop { !$0.hasSuffix(" in") }.dropFirst()
                .prefix { $0 != indent + "}," }
            return body.map { String($0.dropFirst(indent.count + 4)) }.joined(separator: "\n")
        }
    }

    private static let introduction = """
        # Calls, actions and trackers

        Each with the times at which it emits. `source` is a signal of numbers that emits 1 at 0 ms, 2
        and 3 at 50 ms, and 4 at 220 ms; `call(n)` a `Single` that takes 100 ms, gives ten times its
        number, and fails for 2; `show` records a stream under a name. The timelines are what the
        examples print; a test runs them and holds this page to it. [The operators](Operators.md) have
        a page of their own.
        """

    @Test func `F13: each call's example gives what its page shows`() async throws {
        let file = try String(contentsOfFile: #filePath, encoding: .utf8)
            .components(separatedBy: "\n")
        var shows: [Show] = []
        var page = ExamplePage("Calls.md", introduction: Self.introduction)
        for example in Self.calls + Self.trackers + Self.actions + Self.relays {
            try await VirtualTime.run { time in
                let source = PublishRelay<Int>()
                let clock = time.clock
                let show = Show(time.recorder)
                shows.append(show)
                example.run(
                    time.input("source", source), { exampleCall($0, clock) }, clock, show)
                for (at, number) in [(0, 1), (50, 2), (50, 3), (220, 4)] {
                    try await time.advance(by: .milliseconds(at) - clock.now.offset)
                    source.send(number)
                }
                try await time.advanceToEnd()
                let timeline = time.recorder.timeline
                try time.expect(timeline.description)
                page.add(
                    example.name, says: example.says, code: example.code(in: file),
                    timeline: timeline)
            }
        }
        // What a tracker emits at its end isn't part of its example.
        withExtendedLifetime(shows) {}
        try page.check()
    }

    private static let calls: [Example] = [
        Example(
            "Single",
            "A call: nothing runs until it is subscribed to, and each subscription is a run."
        ) { source, call, clock, show in
            show(
                "result",
                source.flatMap { number in
                    Single<String, Never>("greet") {
                        try? await clock.sleep(for: .milliseconds(30))
                        return "hello \(number)"
                    }
                })
        },
        Example(
            "Async",
            "Where a call stands: idle, loading, loaded or failed, keeping the value before."
        ) { source, call, clock, show in
            show("result", source.flatMapLatest { call($0) })
        },
        Example(
            "cancelledBy",
            "A signal that ends the running call; what was shown before it comes back."
        ) { source, call, clock, show in
            let cancel = source.filter { $0 == 3 }.mapTo(())
            show(
                "result", source.filter { $0 != 3 }.flatMapLatest(cancelledBy: cancel) { call($0) })
        },
        Example("map, flatMap of a call", "The value changed; another call with it, as one call.") {
            source, call, clock, show in
            show(
                "result",
                source.take(1).flatMapLatest { number in
                    call(number).flatMap { call($0 + 3) }.map { "got \($0)" }
                })
        },
        Example("recover", "A failure becomes a value, and the call one that can't fail.") {
            source, call, clock, show in
            show("result", source.flatMap { call($0).recover { -$0.number } })
        },
        Example(
            "retry", "Runs again after a failure, as often as is said, each time after a pause."
        ) {
            source, call, clock, show in
            show(
                "result",
                source.skip(1).take(1).flatMapLatest { number in
                    call(number).retry(2, clock: clock, pause: { .milliseconds(10 * $0) })
                })
        },
        Example("timeout", "Ends the call with the failure that is given when a time has passed.") {
            source, call, clock, show in
            show(
                "result",
                source.take(1).flatMapLatest { number in
                    call(number)
                        .timeout(after: .milliseconds(60), clock: clock) { Boom(number: 408) }
                })
        },
        Example("zip of calls", "Both, or all, at once: their values, or the first failure.") {
            source, call, clock, show in
            show(
                "result",
                source.flatMapLatest { number in Single.zip([call(number), call(number + 1)]) })
        },
        Example("race", "All at once: the first outcome, and the others are cancelled.") {
            source, call, clock, show in
            show(
                "result",
                source.take(1).flatMapLatest { number in
                    .race(
                        call(number),
                        call(9).timeout(after: .milliseconds(40), clock: clock) {
                            Boom(number: 9)
                        })
                })
        },
    ]

    private static let trackers: [Example] = [
        Example("ActivityTracker", "True from before a call's work until after its delivery.") {
            source, call, clock, show in
            let activity = ActivityTracker(clock: clock)
            show("isActive", activity.isActive)
            show("result", source.flatMapLatest { call($0).trackActivity(activity) })
            show.keep(activity)
        },
        Example("ActivityTracker.calls", "What runs, since when, and how far it has come.") {
            source, call, clock, show in
            let activity = ActivityTracker(clock: clock)
            show(
                "calls",
                activity.calls.map { calls in
                    calls.map { "\($0.label) \($0.progress?.completed ?? 0)" }
                })
            show(
                "result",
                source.take(1).flatMap { number in
                    Single<Int, Never>("copy") {
                        try? await clock.sleep(for: .milliseconds(20))
                        await CallProgress.report(completed: 1, total: 2, unit: "files")
                        try? await clock.sleep(for: .milliseconds(20))
                        return number
                    }.trackActivity(activity)
                })
            show.keep(activity)
        },
        Example("ErrorTracker", "Each failure once, when it happens; the call still fails.") {
            source, call, clock, show in
            let errors = ErrorTracker()
            show("errors", errors.errors.map { $0.label })
            show("result", source.concatMap { call($0).trackError(errors) })
            show.keep(errors)
        },
        Example("ErrorTracker.answers", "Asks for each error; the answer goes on as an event.") {
            source, call, clock, show in
            let errors = ErrorTracker()
            let answers = errors.answers { error in
                Single<String, Never>("question") {
                    try? await clock.sleep(for: .milliseconds(30))
                    return "try \(error.label) again"
                }
            }
            show("answer", answers)
            show("result", source.concatMap { call($0).trackError(errors).completeOnError() })
            show.keep(errors)
        },
    ]

    private static let actions: [Example] = [
        Example("Action(.latest)", "A trigger cancels the running call.") {
            source, call, clock, show in
            let action = Action(.latest, call)
            action.trigger(by: source)
            show("isExecuting", action.isExecuting)
            show("values", action.values)
            show("failures", action.failures)
            show.keep(action)
        },
        Example("Action(.exhaust)", "A trigger is refused while a call runs.") {
            source, call, clock, show in
            let action = Action(.exhaust, call)
            action.trigger(by: source)
            show("isEnabled", action.isEnabled)
            show("values", action.values)
            show.keep(action)
        },
        Example("Action(.queue)", "A trigger waits for the calls before it.") {
            source, call, clock, show in
            let action = Action(.queue, call)
            action.trigger(by: source)
            show("isExecuting", action.isExecuting)
            show("values", action.values)
            show("failures", action.failures)
            show.keep(action)
        },
        Example("Action(.merge)", "A trigger starts a call beside those that run.") {
            source, call, clock, show in
            let action = Action(.merge, call)
            action.trigger(by: source)
            show("isExecuting", action.isExecuting)
            show("values", action.values)
            show("failures", action.failures)
            show.keep(action)
        },
    ]

    private static let relays: [Example] = [
        Example("PublishRelay", "Events sent by hand; who observes later gets later ones only.") {
            source, call, clock, show in
            let relay = PublishRelay<String>()
            show("result", relay.signal)
            show.keep(source.subscribe { relay.send("sent \($0)") })
            show.keep(relay)
        },
        Example("BehaviorRelay", "State set by hand; an observer gets the latest value first.") {
            source, call, clock, show in
            let relay = BehaviorRelay(0)
            show("result", relay.driver)
            show.keep(source.subscribe { relay.send(relay.value + $0) })
            show.keep(relay)
        },
    ]
}

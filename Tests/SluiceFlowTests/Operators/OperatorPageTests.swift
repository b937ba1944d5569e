import Foundation
import SluiceFlow
import SluiceTesting
import Testing

/// The page of the operators: each with an example that runs here, and what came out of it.
@MainActor
@Suite struct OperatorPageTests {
    @MainActor
    struct Example {
        let name: String
        let says: String
        let code: String
        /// What goes in: a time in milliseconds, and a number for `source` or a letter for `other`.
        let inputs: [(at: Int, text: String)]
        let run: (VirtualTime, Signal<Int>, Signal<String>) -> Void
    }

    private static func steps(_ inputs: (Int, String)...) -> [(at: Int, text: String)] {
        inputs.map { (at: $0.0, text: $0.1) }
    }

    private static let introduction = """
        # The operators

        Each with the times at which it emits. `source` is a signal of numbers, `other` one of
        letters, `call(n)` a `Single` that takes 100 ms, gives ten times its number, and fails for
        2. The timelines are what the examples print; a test runs them and holds this page to it.
        [Calls, actions and trackers](Calls.md) have a page of their own.

        Operators that have no state of their own (map, mapTo, filter, compactMap) run their
        function once per event and observer; all others run once, whoever observes, from the
        moment they are made. All complete when their source does, unless it says otherwise.
        """

    @Test func `F13: each operator's example gives what its page shows`() async throws {
        var page = ExamplePage("Operators.md", introduction: Self.introduction)
        for example in Self.examples {
            try await VirtualTime.run { time in
                let source = PublishRelay<Int>()
                let other = PublishRelay<String>()
                example.run(time, time.input("source", source), time.input("other", other))
                for (at, text) in example.inputs {
                    let wait = Duration.milliseconds(at) - time.clock.now.offset
                    try await time.advance(by: wait)
                    if let number = Int(text) { source.send(number) } else { other.send(text) }
                }
                try await time.advanceToEnd()
                let timeline = time.recorder.timeline
                try time.expect(timeline.description)
                page.add(
                    example.name, says: example.says, code: example.code, timeline: timeline)
            }
        }
        try page.check()
    }

    @Test func `the code that the page shows is the code that ran`() throws {
        let file = try String(contentsOfFile: #filePath, encoding: .utf8)
        let ran = file.filter { !$0.isWhitespace }
        for example in Self.examples {
            let code = example.code.replacing("call($0)", with: "exampleCall($0,time.clock)")
                .replacing("clock: clock", with: "clock:time.clock")
                .replacing("String.init", with: "{String($0)}")
                .replacing("merge(source.map({String($0)}),", with: "merge(source.map{String($0)},")
                .filter { !$0.isWhitespace }
            #expect(ran.contains(",\(code))}"), "\(example.name) runs something else")
        }
    }

    private static let numbers = steps((0, "1"), (50, "2"), (50, "2"), (120, "3"))
    private static let both = steps((0, "1"), (20, "a"), (50, "2"), (70, "b"), (120, "3"))

    static var examples: [Example] { withoutState + withState + ofTwo + ofCalls + ofTime }

    private static var withoutState: [Example] {
        [
            Example(
                name: "map, mapTo",
                says: "Emits what the function makes of each event, when it arrives.",
                code: "source.map { $0 * 10 }", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.map { $0 * 10 }) },
            Example(
                name: "filter",
                says: "Emits the events that the function holds for, when they arrive.",
                code: "source.filter { $0 != 2 }", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.filter { $0 != 2 }) },
            Example(
                name: "compactMap",
                says: "Emits what the function makes of each event unless it is nil.",
                code: "source.compactMap { $0 == 2 ? nil : -$0 }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output("result", source.compactMap { $0 == 2 ? nil : -$0 })
            },
        ]
    }

    private static var withState: [Example] {
        [
            Example(
                name: "distinctUntilChanged",
                says: "Emits an event unless it equals the one before it.",
                code: "source.distinctUntilChanged()", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.distinctUntilChanged()) },
            Example(
                name: "scan",
                says:
                    "State: the first value at the start, then what the function makes of it and each event.",
                code: "source.scan(0, +)", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.scan(0, +)) },
            Example(
                name: "startWith", says: "State: the value at the start, then each event.",
                code: "source.startWith(0)", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.startWith(0)) },
            Example(
                name: "pairwise",
                says: "Emits each event with the one before it, from the second on.",
                code: "source.pairwise()", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.pairwise()) },
            Example(
                name: "take",
                says: "Emits the first events, then completes; a count below 1 completes at once.",
                code: "source.take(2)", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.take(2)) },
            Example(
                name: "skip", says: "Emits the events after the first; a count below 1 skips none.",
                code: "source.skip(2)", inputs: numbers
            ) { time, source, _ in time.recorder.output("result", source.skip(2)) },
            Example(
                name: "do", says: "Runs the function once for each event, then emits it.",
                code: "source.do { log.send($0) }", inputs: numbers
            ) { time, source, _ in
                let log = PublishRelay<Int>()
                time.recorder.output("log", log.signal)
                time.recorder.output("result", source.do { log.send($0) })
            },
        ]
    }

    private static var ofTwo: [Example] {
        [
            Example(
                name: "merge", says: "Emits every event of every source; completes when all have.",
                code: "Signal.merge(source.map(String.init), other)", inputs: both
            ) { time, source, other in
                time.recorder.output("result", Signal.merge(source.map { String($0) }, other))
            },
            Example(
                name: "combineLatest",
                says:
                    "State: the latest of all sources, once per event of any, from when each has one.",
                code: "combineLatest(source.startWith(0), other.startWith(\"-\"))", inputs: both
            ) { time, source, other in
                time.recorder.output(
                    "result", combineLatest(source.startWith(0), other.startWith("-")))
            },
            Example(
                name: "zip",
                says:
                    "Emits the first events of all sources together, then the second ones, and so on.",
                code: "zip(source, other)", inputs: both
            ) { time, source, other in time.recorder.output("result", zip(source, other)) },
            Example(
                name: "withLatestFrom",
                says:
                    "Emits each event with the latest value of a state; nothing before it has one.",
                code: "source.withLatestFrom(other.startWith(\"-\"))", inputs: both
            ) { time, source, other in
                time.recorder.output("result", source.withLatestFrom(other.startWith("-")))
            },
            Example(
                name: "sample",
                says: "Emits the latest event for each event of the other, if there is a new one.",
                code: "source.sample(other)", inputs: both
            ) { time, source, other in time.recorder.output("result", source.sample(other)) },
            Example(
                name: "takeUntil", says: "Emits the events until the other emits, then completes.",
                code: "source.takeUntil(other)", inputs: both
            ) { time, source, other in time.recorder.output("result", source.takeUntil(other)) },
        ]
    }

    private static var ofCalls: [Example] {
        [
            Example(
                name: "flatMapLatest",
                says:
                    "Starts a call for each event and cancels the one before: state, where the latest stands.",
                code: "source.flatMapLatest { call($0) }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output("result", source.flatMapLatest { exampleCall($0, time.clock) })
            },
            Example(
                name: "flatMapFirst",
                says: "Starts a call for an event unless one is running: state, where it stands.",
                code: "source.flatMapFirst { call($0) }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output("result", source.flatMapFirst { exampleCall($0, time.clock) })
            },
            Example(
                name: "concatMap",
                says:
                    "Starts a call for each event, after those before it: state, where the running one stands.",
                code: "source.concatMap { call($0) }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output("result", source.concatMap { exampleCall($0, time.clock) })
            },
            Example(
                name: "flatMap",
                says: "Starts a call for each event, beside those that run, and emits each value; "
                    + "a call that can fail has its failures dealt with before.",
                code: "source.flatMap { call($0).recover { _ in -1 } }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output(
                    "result",
                    source.flatMap { exampleCall($0, time.clock).recover { _ in -1 } })
            },
            Example(
                name: "completeOnError",
                says: "Ends a call without a value where it fails, in any of the four.",
                code: "source.flatMap { call($0).completeOnError() }", inputs: numbers
            ) { time, source, _ in
                time.recorder.output(
                    "result",
                    source.flatMap { exampleCall($0, time.clock).completeOnError() })
            },
        ]
    }

    private static var ofTime: [Example] {
        [
            Example(
                name: "debounce",
                says:
                    "Emits an event when no other has followed it for a time; zero or less is at once.",
                code: "source.debounce(for: .milliseconds(60), clock: clock)", inputs: numbers
            ) { time, source, _ in
                time.recorder.output(
                    "result", source.debounce(for: .milliseconds(60), clock: time.clock))
            },
            Example(
                name: "throttle",
                says: "Emits an event, then for a time none, and the last of that time at its end.",
                code: "source.throttle(for: .milliseconds(60), clock: clock)", inputs: numbers
            ) { time, source, _ in
                time.recorder.output(
                    "result", source.throttle(for: .milliseconds(60), clock: time.clock))
            },
            Example(
                name: "delay", says: "Emits each event later by a time, in order.",
                code: "source.delay(for: .milliseconds(60), clock: clock)", inputs: numbers
            ) { time, source, _ in
                time.recorder.output(
                    "result", source.delay(for: .milliseconds(60), clock: time.clock))
            },
        ]
    }
}

import SluiceFlow
import Testing
import Users

@testable import SluiceCLI

/// Colour, the live line, and what is said beside results.
@MainActor @Suite struct OutputTests {
    private let onTerminal = Terminal(hasInput: true, hasOutput: true, hasError: true)

    @Test func `colour is for terminals; NO_COLOR counts only when it isn't empty`() {
        #expect(onTerminal.usesColor(.auto))
        #expect(!onTerminal.usesColor(.never))
        #expect(!Terminal().usesColor(.auto))
        #expect(Terminal().usesColor(.always))
        #expect(!Terminal.detect(environment: ["TERM": "xterm"]).refusesColor)
        #expect(!Terminal.detect(environment: ["NO_COLOR": ""]).refusesColor)
        #expect(Terminal.detect(environment: ["NO_COLOR": "1"]).refusesColor)
        #expect(Terminal.detect(environment: ["TERM": "dumb"]).isDumb)
    }

    @Test func `C7: what a server says in an error is shown with its controls escaped`() {
        let error = RecordingSink()
        let console = Console(terminal: Terminal(), output: RecordingSink(), error: error)
        Diagnostics(console, Settings()).error(
            ServiceError(.rejected, "bad\u{1B}[2J\nthing", hint: "try\u{7}"))
        #expect(error.text == "error: bad\\u{1B}[2J\\nthing.\n  try\\u{7}.\n")
    }

    @Test func `every mistake of a profile has a line of its own, and an object in JSON`() {
        var error = ServiceError(.badProfile, "a.json has 2 mistakes")
        error.mistakes = [
            ServiceError.Mistake(path: "list.path", reason: "missing"),
            ServiceError.Mistake(path: "", reason: "odd"),
        ]
        func said(_ settings: Settings) -> String {
            let sink = RecordingSink()
            let console = Console(terminal: Terminal(), output: RecordingSink(), error: sink)
            Diagnostics(console, settings).error(error)
            return sink.text
        }
        #expect(said(Settings()) == "error: a.json has 2 mistakes.\n  list.path: missing\n  odd\n")
        var settings = Settings()
        settings.format = .json
        #expect(
            said(settings).contains(
                #""mistakes":[{"path":"list.path","reason":"missing"},{"path":"","reason":"odd"}]"#)
        )
        // One alone is in the message.
        error.message = "a.json: odd"
        error.mistakes.removeFirst()
        #expect(said(Settings()) == "error: a.json: odd.\n")
    }

    @Test func `C6: a bar has a rate and the time left, and never wraps`() {
        var line = ProgressLine(
            label: "sync", completed: 2_500, total: 10_000, unit: "people", elapsed: 5_000)
        #expect(
            line.text(columns: nil)
                == "⠋ sync [#####...............] 2,500 of 10,000 people 500/s 15 s left")
        #expect(DisplayWidth.of(line.text(columns: 40)) == 39)
        line.total = nil
        line.elapsed = 900
        #expect(line.text(columns: nil) == "⠏ sync 2,500 people")
        line.completed = nil
        #expect(line.text(columns: nil) == "⠏ sync")
    }

    @Test func `C6: the spinner waits 200 ms, and is erased before any output`() async {
        let error = RecordingSink()
        let output = RecordingSink()
        let console = Console(terminal: onTerminal, output: output, error: error)
        let clock = StepClock()
        let live = LiveLine(console, clock: clock)
        live.begin { ProgressLine(label: "show", elapsed: $0) }
        #expect(await clock.nextSleep() == .milliseconds(200))
        #expect(error.text == "")
        clock.wake()
        #expect(await clock.nextSleep() == .milliseconds(100))
        #expect(error.text == "\r\u{1B}[K⠹ show")
        console.writeResult("1\n")
        #expect(error.text == "\r\u{1B}[K⠹ show\r\u{1B}[K")
        #expect(output.text == "1\n")
        live.end()
        clock.wake()
        #expect(error.text == "\r\u{1B}[K⠹ show\r\u{1B}[K")
    }

    @Test func `C6: there is no spinner off a terminal, nor on a dumb one`() {
        for terminal in [Terminal(), Terminal(hasError: true, isDumb: true)] {
            let error = RecordingSink()
            let console = Console(terminal: terminal, output: RecordingSink(), error: error)
            console.drawLiveLine("x")
            console.eraseLiveLine()
            #expect(error.text == "")
        }
    }

    @Test func `C6: a message that arrives at a waiting prompt goes to the prompt`() {
        let error = RecordingSink()
        let above = RecordingSink()
        let console = Console(terminal: onTerminal, output: RecordingSink(), error: error)
        console.divertMessages { try? above.write($0) }
        console.writeMessage("a\n")
        console.divertMessages(to: nil)
        console.writeMessage("b\n")
        #expect(above.text == "a\n")
        #expect(error.text == "b\n")
    }

    @Test func `results stop at the first failed write`() {
        let output = RecordingSink()
        let console = Console(terminal: Terminal(), output: output, error: RecordingSink())
        output.fail(28)
        console.writeResult("x")
        #expect(console.failure?.kind == .local)
        #expect(console.failure?.isClosedPipe == false)
        #expect(
            WriteFailure(number: 9).message
                == "The results can't be written: standard output is closed.")
    }

    @Test func `every message is a whole sentence, in JSON too`() {
        for (text, sentence) in [
            ("No", "No."), ("No.", "No."), ("Is it?", "Is it?"), ("“x”", "“x”."), ("a…", "a…"),
            ("`list`", "`list`."), ("", ""),
        ] {
            #expect(Sentence.ended(text) == sentence)
        }
        for format in [OutputFormat.table, .json] {
            let error = RecordingSink()
            let console = Console(terminal: Terminal(), output: RecordingSink(), error: error)
            var settings = Settings()
            settings.format = format
            let diagnostics = Diagnostics(console, settings)
            diagnostics.error(ServiceError(.rejected, "It says no", hint: "Ask again"))
            diagnostics.notice("It was late")
            for text in ["It says no.", "Ask again.", "It was late."] {
                #expect(error.text.contains(text))
            }
        }
    }
}

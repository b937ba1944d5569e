/// The two streams that a person or a program reads, and the one line of them that moves.
///
/// Results go to standard output and everything else to standard error (C4). The live line (a
/// spinner, a bar) is erased before anything is written, so that it never mixes with output (C6).
@MainActor package final class Console {
    /// Standard output itself, for who writes a stream of results off the main actor.
    let output: any TextSink
    private let error: any TextSink
    private let measure: @Sendable () -> TerminalSize?
    private let pager: (any Paging)?
    private var hasLiveLine = false
    private var messagesTaker: (@Sendable (String) -> Void)?
    /// What is to be said when a person has left the pager; nil when nothing waits for that.
    private var held: String?

    /// What the streams can do.
    package let terminal: Terminal
    /// The first failure to write results; nothing more is written after it.
    package private(set) var failure: WriteFailure?

    /// Wraps the streams; `measure` tells how large the terminal of standard output is now.
    package init(
        terminal: Terminal, output: any TextSink, error: any TextSink,
        measure: @escaping @Sendable () -> TerminalSize? = { nil },
        pager: (any Paging)? = nil
    ) {
        self.terminal = terminal
        self.output = output
        self.error = error
        self.measure = measure
        self.pager = pager
    }

    /// The columns a table may take; nil off a terminal, where nothing is cut.
    package var width: Int? { terminal.hasOutput ? measure()?.columns : nil }

    /// Writes a result to standard output.
    package func writeResult(_ text: String) {
        guard failure == nil, !text.isEmpty else { return }
        eraseLiveLine()
        do throws(WriteFailure) {
            try output.write(text)
        } catch {
            failure = error
        }
    }

    /// Whether a pager has the terminal; Ctrl-C is its own then.
    package private(set) var isPaging = false

    /// Whether a text is taller than the screen and can be paged: a person is at both ends (C8).
    func needsPager(_ text: String) -> Bool {
        guard pager != nil, terminal.hasInput, terminal.hasOutput, !terminal.isDumb,
            let size = measure()
        else { return false }
        return text.utf8.count { $0 == UInt8(ascii: "\n") } >= size.rows
    }

    /// Shows a result: in the pager where that is called for.
    package func show(_ text: String) async {
        if needsPager(text) { await page(text) } else { writeResult(text) }
    }

    /// Shows a result in the pager; writes it plainly where that can't be started.
    func page(_ text: String) async {
        guard let pager, failure == nil else { return writeResult(text) }
        eraseLiveLine()
        isPaging = true
        let isShown = await pager.show(text)
        isPaging = false
        if !isShown { writeResult(text) }
    }

    /// Writes text to standard error; above the prompt, when one is waiting. Who closed standard
    /// error doesn't want to know, so a failure is none.
    package func writeMessage(_ text: String) {
        if let messagesTaker { return messagesTaker(text) }
        if held != nil {
            held?.append(text)
            return
        }
        eraseLiveLine()
        try? error.write(text)
    }

    /// Keeps messages until they are released: above what is paged they would scroll away.
    func holdMessages() { held = held ?? "" }

    /// Writes the messages that were kept.
    func releaseMessages() {
        guard let text = held else { return }
        held = nil
        if !text.isEmpty { writeMessage(text) }
    }

    /// Draws the live line over the last one; it has no line end. Does nothing where a line can't
    /// be erased again.
    package func drawLiveLine(_ text: String) {
        guard terminal.canAnimate else { return }
        try? error.write(Style.eraseLine + text)
        hasLiveLine = true
    }

    /// Takes the live line off the screen.
    package func eraseLiveLine() {
        guard hasLiveLine else { return }
        hasLiveLine = false
        try? error.write(Style.eraseLine)
    }

    /// Says at a prompt that its command was given up; over the terminal's own `^C`, where there is one.
    func tellOfCancelling() {
        writeMessage((terminal.canAnimate ? Style.eraseLine : "\n") + "Cancelled.\n")
    }

    /// Gives messages to a waiting prompt, which prints them above itself; nil when it has ended.
    package func divertMessages(to taker: (@Sendable (String) -> Void)?) {
        messagesTaker = taker
    }
}

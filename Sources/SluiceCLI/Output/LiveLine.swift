import Glibc

/// Draws what runs on the console's live line: after 200 ms, then ten times a second (C6).
@MainActor final class LiveLine {
    /// How long a call may run unseen.
    static let delay = Duration.milliseconds(200)
    /// How long a picture stands.
    static let pause = Duration.milliseconds(100)

    private let console: Console
    private let clock: any Clock<Duration>
    private let columns: @Sendable () -> Int?
    private var drawing: Task<Void, Never>?
    /// What is typed meanwhile would push the line about; it is shown when a prompt reads it.
    private var typing: HiddenTyping?

    /// Makes a line that isn't drawn yet.
    init(
        _ console: Console, clock: any Clock<Duration>,
        columns: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.console = console
        self.clock = clock
        self.columns = columns
    }

    /// Begins to draw; `current` says what runs after so many milliseconds, or nil.
    func begin(_ current: @escaping @MainActor (_ elapsed: Int64) -> ProgressLine?) {
        guard console.terminal.canAnimate, drawing == nil else { return }
        drawing = Task { await draw(current) }
    }

    /// Stops drawing, and erases what was drawn.
    func end() {
        drawing?.cancel()
        drawing = nil
        console.eraseLiveLine()
        typing?.end()
        typing = nil
    }

    private func draw(_ current: @MainActor (_ elapsed: Int64) -> ProgressLine?) async {
        var elapsed = Self.delay
        var wait = Self.delay
        while true {
            guard (try? await clock.sleep(for: wait)) != nil, !Task.isCancelled else { return }
            let milliseconds = Int64(elapsed / .milliseconds(1))
            if let line = current(milliseconds) {
                if typing == nil, console.terminal.hasInput {
                    typing = HiddenTyping(STDIN_FILENO, keepsTypedAhead: true)
                }
                console.drawLiveLine(line.text(columns: columns()))
            }
            wait = Self.pause
            elapsed += wait
        }
    }
}

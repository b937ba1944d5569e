/// A prompt on a terminal: commands as a person types them, until Ctrl-D or `quit` (C2, C6).
@MainActor package final class Repl {
    private let shell: Shell
    private let lines: any LineSource
    private let console: Console
    private var current: Task<Void, Never>?

    /// Prepares a prompt.
    package init(_ shell: Shell, lines: any LineSource, console: Console) {
        self.shell = shell
        self.lines = lines
        self.console = console
    }

    /// Reads and runs lines until the person leaves. What failed on the way is no failure of the
    /// whole: the code is 0, or 1 when results could no longer be written.
    package func run() async -> ExitCode {
        var leaves = false
        while !leaves, console.failure == nil {
            let prompt = shell.prompt
            let step = Task { leaves = await self.step(prompt) }
            current = step
            await step.value
            current = nil
        }
        return console.failure.map { $0.isClosedPipe ? .success : .local } ?? .success
    }

    /// Ctrl-C: cancels the running command or gives up the line, and never leaves.
    package func interrupt() {
        if !console.isPaging { current?.cancel() }
    }

    /// One line and its command; true when the person leaves.
    private func step(_ prompt: String) async -> Bool {
        console.divertMessages(to: lines.printsAbove)
        let input = await lines.nextLine(prompt: prompt)
        console.divertMessages(to: nil)
        switch input {
        case .end:
            console.writeMessage("\n")
            return true
        case .interrupted:
            // Where the terminal itself showed the ^C, the prompt still stands on that line.
            if Task.isCancelled { console.writeMessage("\n") }
            return false
        case .line(let line):
            await lines.remember(line.trimmedEnd)
            let outcome = await shell.run(line: line)
            if outcome == .done(.interrupted) { console.tellOfCancelling() }
            return outcome == .quit
        }
    }
}

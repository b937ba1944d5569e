import Glibc
import Users

@testable import SluiceCLI

/// A program without a process: recorded streams, scripted input, and a directory in memory.
@MainActor final class Bench {
    let output = RecordingSink()
    let error: RecordingSink
    let directories = StubDirectories()
    let console: Console
    let runner: DirectoryRunner
    let shell: Shell

    /// Sets up; `input` is what standard input holds.
    init(
        terminal: Terminal = Terminal(), settings: Settings = Settings(), input: String = "",
        clock: any Clock<Duration> = ContinuousClock(), rows: Int = 24,
        pager: (any Paging)? = nil, isOneShot: Bool = false,
        error: RecordingSink = RecordingSink()
    ) {
        self.error = error
        console = Console(
            terminal: terminal, output: output, error: error,
            measure: { TerminalSize(columns: 80, rows: rows) }, pager: pager)
        runner = DirectoryRunner(
            directories: directories, settings: settings, console: console,
            input: InputReader(Self.pipe(holding: input)), clock: clock, now: { 0 },
            isOneShot: isOneShot)
        shell = Shell(runner, console: console)
    }

    /// Runs one line as a one-shot command.
    func run(_ line: String) async -> ExitCode? {
        guard case .done(let code) = await shell.run(line: line) else { return nil }
        return code
    }

    /// Runs lines as piped commands.
    func pipe(_ lines: [String], keepsGoing: Bool = false) async -> ExitCode {
        await Pipe(
            shell, lines: ScriptedLines(lines), console: console, keepsGoing: keepsGoing
        ).run()
    }

    /// The reading end of a pipe that holds a text and then ends.
    static func pipe(holding text: String) -> Int32 {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { return -1 }
        try? DescriptorSink(ends[1]).write(text)
        close(ends[1])
        return ends[0]
    }
}

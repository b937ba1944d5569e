import Glibc
import Users

/// Sets up a prompt: the line editor, the history, the completion, and the words of welcome.
@MainActor struct Prompt {
    /// The environment and the terminal.
    let surroundings: Program.Surroundings
    /// Where everything is printed.
    let console: Console
    /// What carries out the commands.
    let runner: DirectoryRunner
    /// Plain lines, for where libedit can't be used.
    let input: InputReader

    /// Runs the prompt until the person leaves.
    func run(_ shell: Shell, _ interrupts: Interrupts) async -> ExitCode {
        let diagnostics = Diagnostics(console, runner.settings)
        if !runner.settings.isQuiet {
            console.writeMessage("\(Help.version); `help` lists the commands, Ctrl-D leaves.\n")
        }
        await runner.open()
        let lines = await lineSource(diagnostics)
        let repl = Repl(shell, lines: lines, console: console)
        interrupts.onInterrupt { repl.interrupt() }
        return await repl.run()
    }

    private func lineSource(_ diagnostics: Diagnostics) async -> any LineSource {
        if surroundings.terminal.isDumb { return input }
        let (history, lines) = loadHistory(diagnostics)
        let profiles = await runner.profileNames()
        let words = runner.completions
        let editor = LineEditor(history: history, lines: lines) { line in
            Completion(profiles: profiles, people: words).complete(line)
        }
        if let editor { return editor }
        diagnostics.notice(
            "There is no line editing or history: install the package `libedit2` for them.")
        return input
    }

    private func loadHistory(_ diagnostics: Diagnostics) -> (HistoryFile?, [String]) {
        guard let path = Self.historyPath(surroundings.environment) else { return (nil, []) }
        let file = HistoryFile(path: path)
        switch file.load() {
        case .lines(let lines): return (file, lines)
        case .unusable(let reason):
            diagnostics.notice(reason)
            return (nil, [])
        }
    }

    /// `$XDG_STATE_HOME/sluice/history`; relative paths are ignored, as the XDG specification says.
    /// Nil without a home.
    static func historyPath(_ environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return state + "/sluice/history"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/sluice/history"
    }
}

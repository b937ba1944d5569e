/// Commands from standard input, one a line: no banner, no prompt, and the first failure's exit
/// code (C3).
@MainActor package struct Pipe {
    private let shell: Shell
    private let lines: any LineSource
    private let console: Console
    private let keepsGoing: Bool

    /// Prepares to run lines; `keepsGoing` goes on after a command that failed.
    package init(_ shell: Shell, lines: any LineSource, console: Console, keepsGoing: Bool) {
        self.shell = shell
        self.lines = lines
        self.console = console
        self.keepsGoing = keepsGoing
    }

    /// Runs every line, or those up to the first failure, `quit`, or the end of who reads.
    package func run() async -> ExitCode {
        var code = ExitCode.success
        while true {
            switch await lines.nextLine(prompt: "") {
            case .end: return code
            case .interrupted: return .interrupted
            case .line(let line):
                switch await shell.run(line: line) {
                case .nothing: break
                case .quit: return code
                case .done(.interrupted): return .interrupted
                case .done(let result):
                    if code == .success { code = result }
                    guard code == .success || keepsGoing, console.failure == nil else {
                        return code
                    }
                }
            }
        }
    }
}

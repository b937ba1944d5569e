import Glibc
package import Users

/// The program: its arguments and surroundings in, an exit code out.
@MainActor package struct Program {
    /// What a process is given, read once in `main.swift`.
    package struct Surroundings {
        /// The words after the program's name.
        package var arguments: [String]
        /// The environment.
        package var environment: [String: String]
        /// What the standard streams can do.
        package var terminal: Terminal
        /// Milliseconds since 1970.
        package var now: @Sendable () -> Int64
        /// Paces the spinner.
        package var clock: any Clock<Duration>

        /// Makes surroundings.
        package init(
            arguments: [String], environment: [String: String], terminal: Terminal,
            now: @escaping @Sendable () -> Int64, clock: any Clock<Duration>
        ) {
            self.arguments = arguments
            self.environment = environment
            self.terminal = terminal
            self.now = now
            self.clock = clock
        }
    }

    private let surroundings: Surroundings
    private let makeDirectories: @MainActor () -> any Directories
    private let console: Console

    /// Makes a program; directories are made only for a command that needs them.
    package init(
        _ surroundings: Surroundings, directories: @escaping @MainActor () -> any Directories
    ) {
        self.surroundings = surroundings
        makeDirectories = directories
        console = Console(
            terminal: surroundings.terminal, output: DescriptorSink.output,
            error: DescriptorSink.error, measure: { Terminal.size(of: STDOUT_FILENO) },
            pager: Pager(environment: surroundings.environment))
    }

    /// Runs, in one of the three ways, and says what to exit with.
    package func run() async -> ExitCode {
        let base = Settings(environment: surroundings.environment)
        let command: Command?
        let settings: Settings
        do throws(UsageError) {
            (command, settings) = try Request.parse(surroundings.arguments, over: base)
        } catch {
            Shell.report(error, surroundings.arguments, over: base, on: console)
            return .usage
        }
        let code = await run(command, settings)
        guard let failure = console.failure else { return code }
        if failure.isClosedPipe { return code }
        Diagnostics(console, settings).error(failure)
        return code == .success ? .local : code
    }

    private func run(_ command: Command?, _ settings: Settings) async -> ExitCode {
        // Nothing else is touched for these, so that they are immediate.
        switch command {
        case .version:
            console.writeResult(Help.version + "\n")
            return .success
        case .help(let name):
            let text = name.map(Help.command) ?? Help.overview()
            // While a pager has the terminal, Ctrl-C is its own.
            let interrupts = console.needsPager(text) ? Interrupts() : nil
            await console.show(text)
            withExtendedLifetime(interrupts) {}
            return .success
        case .quit: return .success
        default: break
        }
        let directories = makeDirectories()
        guard let file = settings.recording else {
            return await run(command, settings, directories, nil)
        }
        let diagnostics = Diagnostics(console, settings)
        let recorder: any SessionRecorder
        do throws(ServiceError) {
            recorder = try directories.record(into: file)
        } catch {
            diagnostics.error(error)
            return ExitCode(error.kind)
        }
        let code = await run(command, settings, directories, recorder)
        do throws(ServiceError) {
            diagnostics.notice(Self.note(try recorder.end()))
            return code
        } catch {
            diagnostics.error(error)
            return code == .success ? .local : code
        }
    }

    /// Where the recording is, and how much there is in it.
    private static func note(_ session: RecordedSession) -> String {
        let inputs = Quantity.count(session.inputs, "input", "inputs")
        let exchanges = Quantity.count(session.exchanges, "exchange", "exchanges")
        return "Recorded \(inputs) and \(exchanges) in “\(session.path)”."
    }

    private func run(
        _ command: Command?, _ settings: Settings, _ directories: any Directories,
        _ recorder: (any SessionRecorder)?
    ) async -> ExitCode {
        let interrupts = Interrupts()
        let isPrompt = command == nil && surroundings.terminal.isInteractive
        let input = InputReader(
            STDIN_FILENO,
            prompts: surroundings.terminal.isInteractive ? DescriptorSink.error : nil)
        let runner = DirectoryRunner(
            directories: directories, settings: settings, console: console, input: input,
            clock: surroundings.clock, now: surroundings.now, isOneShot: command != nil,
            recorder: recorder,
            columns: { Terminal.size(of: STDERR_FILENO)?.columns })
        let shell = Shell(runner, console: console)
        if isPrompt {
            let prompt = Prompt(
                surroundings: surroundings, console: console, runner: runner, input: input)
            return await prompt.run(shell, interrupts)
        }
        let task = Task {
            if let command {
                let outcome = await shell.run(Request(command, settings))
                if case .done(let code) = outcome { return code }
                return ExitCode.success
            }
            return await Pipe(
                shell, lines: input, console: console, keepsGoing: settings.keepsGoing
            ).run()
        }
        interrupts.onInterrupt {
            if console.isPaging { return }
            // Who asks twice doesn't want to wait for an orderly end.
            if task.isCancelled { interrupts.leave(.interrupted) }
            task.cancel()
        }
        return await task.value
    }
}

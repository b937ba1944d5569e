/// Runs lines of words: what needs no directory itself, everything else through the runner.
@MainActor package final class Shell {
    /// What a line led to.
    package enum Outcome: Sendable, Hashable {
        /// A command ran, and this is its code.
        case done(ExitCode)
        /// The person wants to leave.
        case quit
        /// There was no command on the line.
        case nothing
    }

    private let runner: any CommandRunner
    private let console: Console

    /// Makes a shell that prints on `console`.
    package init(_ runner: any CommandRunner, console: Console) {
        self.runner = runner
        self.console = console
    }

    /// What a prompt shows.
    var prompt: String { runner.prompt }

    /// Runs a typed line. One that begins with `#` is a comment.
    package func run(line: String) async -> Outcome {
        guard !line.trimmed.hasPrefix("#") else { return .nothing }
        do throws(UsageError) {
            return await run(try LineSplitter.words(of: line))
        } catch {
            return refuse(error, [])
        }
    }

    /// Runs words. Options without a command apply to the words alone, and so to nothing.
    package func run(_ words: [String]) async -> Outcome {
        guard !words.isEmpty else { return .nothing }
        let request: Request
        do throws(UsageError) {
            let parsed = try Request.parse(words, over: runner.settings)
            guard let command = parsed.command else {
                throw UsageError(
                    "There is no command on this line, only options.",
                    hint: "`help` lists the commands.")
            }
            guard parsed.settings.recording == runner.settings.recording else {
                throw UsageError(
                    "--record is for a whole session.",
                    hint: "Give it when the program is started: `sluice --record FILE`.")
            }
            request = Request(command, parsed.settings)
        } catch {
            return refuse(error, words)
        }
        return await run(request)
    }

    /// Runs a request.
    package func run(_ request: Request) async -> Outcome {
        switch request.command {
        case .help(let name):
            await console.show(name.map(Help.command) ?? Help.overview())
            return .done(.success)
        case .version:
            console.writeResult(Help.version + "\n")
            return .done(.success)
        case .quit:
            return .quit
        default:
            return .done(await runner.run(request))
        }
    }

    private func refuse(_ error: UsageError, _ words: [String]) -> Outcome {
        Self.report(error, words, over: runner.settings, on: console)
        return .done(.usage)
    }

    /// Says why words can't be followed, in JSON where they ask for it.
    static func report(
        _ error: UsageError, _ words: [String], over settings: Settings, on console: Console
    ) {
        var settings = settings
        if LineParser.wantsJSON(words) { settings.format = .json }
        Diagnostics(console, settings).error(error)
    }
}

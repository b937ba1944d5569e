import SluiceFlow
import Synchronization
package import Users

/// Carries out commands on directories, through the view models.
@MainActor package final class DirectoryRunner: CommandRunner {
    package internal(set) var settings: Settings {
        didSet { chosen.choice.withLock { $0 = settings.choice } }
    }

    let directories: any Directories
    let console: Console
    let input: InputReader
    let calls: RunningCalls

    /// Whether the program ends after one command.
    let isOneShot: Bool

    private let now: @Sendable () -> Int64
    /// The choice in use, for the editor's thread.
    private let chosen: SharedChoice
    private var screens: [DirectoryChoice: DirectoryScreen] = [:]
    /// How many screens there have been.
    private var opened = 0

    /// Makes a runner that has opened nothing yet.
    ///
    /// - Parameters:
    ///   - input: where passwords and the people of `show -` are read from.
    ///   - clock: paces the live line.
    ///   - now: milliseconds since 1970, for ages.
    ///   - isOneShot: whether one command is all there will be.
    ///   - recorder: keeps what goes into the view models and what comes out.
    ///   - columns: how wide the terminal of standard error is now.
    package init(
        directories: any Directories, settings: Settings, console: Console, input: InputReader,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        isOneShot: Bool = false, recorder: (any SessionRecorder)? = nil,
        columns: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.directories = directories
        self.settings = settings
        self.console = console
        self.input = input
        self.now = now
        self.isOneShot = isOneShot
        chosen = SharedChoice(settings.choice)
        calls = RunningCalls(
            live: LiveLine(console, clock: clock, columns: columns), recorder: recorder)
    }

    package var prompt: String {
        guard let screen = screens[settings.choice] else { return "sluice> " }
        let session = screen.session
        let account = session.account.isEmpty ? "-" : session.account
        let state =
            switch session.state {
            case _ where settings.isOffline: "offline"
            case .expired: "expired"
            case .loggedOut: "logged out"
            case .guest, .loggedIn: "online"
            }
        return VisibleText.escape("\(screen.directory.profile):\(account)[\(state)]> ")
    }

    /// Opens the directory in use, so that the prompt can name it; prints why it can't be opened.
    package func open() async {
        _ = await carryOut(Request(.status, settings)) { presenter in
            _ = await self.screen(for: self.settings.choice, presenter)
        }
    }

    package func run(_ request: Request) async -> ExitCode {
        await carryOut(request) { presenter in
            await withTaskCancellationHandler {
                await self.perform(request.command, presenter)
            } onCancel: {
                Task { @MainActor in self.calls.giveUp(presenter) }
            }
        }
    }

    /// The screen of a directory, opened when it is first needed; nil when it can't be.
    func screen(
        for choice: DirectoryChoice, _ presenter: Presenter
    ) async -> DirectoryScreen? {
        if let screen = screens[choice] { return screen }
        guard let directory = await calls.value(of: directories.open(choice)) else { return nil }
        for warning in directory.warnings { presenter.diagnostics.notice(warning) }
        opened += 1
        let screen = DirectoryScreen(directory, calls, number: opened)
        screens[choice] = screen
        return screen
    }

    /// Closes every other screen: what they know of the login may be wrong from now on.
    func keepOnly(_ screen: DirectoryScreen) {
        screens = screens.filter { $0.value === screen }
    }

    /// Forgets a screen, so that its directory is opened anew when it is next needed.
    func close(_ screen: DirectoryScreen) {
        screens = screens.filter { $0.value !== screen }
    }

    /// The names of the known profiles, for completion; none when they can't be read.
    func profileNames() async -> [String] {
        (try? await directories.profiles().value())?.map(\.name) ?? []
    }

    /// What completes the name of a person, from the cache.
    var completions: @Sendable (_ prefix: String) -> [String] {
        let directories = directories
        let chosen = chosen
        return { prefix in
            directories.completions(chosen.choice.withLock { $0 }, prefix: prefix, limit: 100)
        }
    }

    private func carryOut(
        _ request: Request, _ work: @MainActor (Presenter) async -> Void
    ) async -> ExitCode {
        let presenter = Presenter(request, console: console, now: now())
        calls.slot.presenter = presenter
        calls.recorder?.moveOn()
        await work(presenter)
        if Task.isCancelled { presenter.interrupt() } else { presenter.tellOfMissingAttributes() }
        calls.slot.presenter = nil
        await presenter.pageTallText()
        return presenter.code
    }
}

/// The directory in use, as the editor's thread may read it while a word is completed.
private final class SharedChoice: Sendable {
    let choice: Mutex<DirectoryChoice>
    init(_ choice: DirectoryChoice) { self.choice = Mutex(choice) }
}

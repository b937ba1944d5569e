import SluiceFlow
import Synchronization
package import Users

/// Carries out commands on directories, through the view models.
///
/// Errors and activity are bound once, here, for every call there is: a failure is printed and gives
/// the exit code, and a command has ended when the activity tracker says so.
@MainActor package final class DirectoryRunner: CommandRunner {
    package private(set) var settings: Settings {
        didSet { chosen.choice.withLock { $0 = settings.choice } }
    }

    private let directories: any Directories
    private let console: Console
    private let input: InputReader
    private let now: @Sendable () -> Int64
    private let trackers: CallTrackers
    private let live: LiveLine
    private let cancel = PublishRelay<Void>()
    private let slot = PresenterSlot()
    private let bag = DisposeBag()
    /// The choice in use, for the editor's thread.
    private let chosen: SharedChoice
    private var calls: [ActivityTracker.Call] = []
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []
    private var screens: [DirectoryChoice: DirectoryScreen] = [:]

    /// Makes a runner that has opened nothing yet.
    ///
    /// - Parameters:
    ///   - input: where passwords and the people of `show -` are read from.
    ///   - clock: paces the live line.
    ///   - now: milliseconds since 1970, for ages.
    ///   - columns: how wide the terminal of standard error is now.
    package init(
        directories: any Directories, settings: Settings, console: Console, input: InputReader,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Int64,
        columns: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.directories = directories
        self.settings = settings
        chosen = SharedChoice(settings.choice)
        self.console = console
        self.input = input
        self.now = now
        trackers = CallTrackers()
        live = LiveLine(console, clock: clock, columns: columns)
        bind()
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
        _ = await carryOut(Request(.status, settings)) { _ in _ = await self.screen() }
    }

    package func run(_ request: Request) async -> ExitCode {
        await carryOut(request) { presenter in
            await withTaskCancellationHandler {
                await self.perform(request.command, presenter)
            } onCancel: {
                Task { @MainActor in self.interrupt(presenter) }
            }
        }
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

    private func bind() {
        trackers.errors.errors.subscribe { [slot] tracked in
            slot.presenter?.fail(tracked.error)
        }.disposed(by: bag)
        trackers.activity.calls.subscribe { [weak self] in self?.calls = $0 }.disposed(by: bag)
        trackers.activity.isActive.subscribe { [weak self] isActive in
            guard let self else { return }
            if isActive {
                guard slot.presenter?.allowsLiveLine == true else { return }
                live.begin { [weak self] elapsed in self?.progressLine(elapsed) }
            } else {
                live.end()
                let waiters = idleWaiters
                idleWaiters = []
                for waiter in waiters { waiter.resume() }
            }
        }.disposed(by: bag)
    }

    private func carryOut(
        _ request: Request, _ work: @MainActor (Presenter) async -> Void
    ) async -> ExitCode {
        let presenter = Presenter(request, console: console, now: now())
        slot.presenter = presenter
        await work(presenter)
        if Task.isCancelled { presenter.interrupt() }
        slot.presenter = nil
        await presenter.pageTallText()
        return presenter.code
    }

    /// Gives up the command that runs, unless it has ended: nobody presents it any more, and every
    /// call is cancelled.
    private func interrupt(_ presenter: Presenter) {
        guard slot.presenter === presenter else { return }
        slot.presenter = nil
        cancel.send()
    }

    private func progressLine(_ elapsed: Int64) -> ProgressLine? {
        guard let call = calls.last else { return nil }
        let progress = call.progress
        return ProgressLine(
            label: call.label, completed: progress.map { Int($0.completed) },
            total: progress?.total.map { Int($0) }, unit: progress?.unit, elapsed: elapsed)
    }
}

extension DirectoryRunner {
    private func perform(_ command: Command, _ presenter: Presenter) async {
        switch command {
        case .profiles:
            guard let profiles = await call(directories.profiles()) else { return }
            presenter.present(profiles.map { Record($0) }, .profile)
        case .checkProfile(let file):
            guard let profile = await call(directories.check(file: file)) else { return }
            presenter.present(Record(profile), .profile)
        case .use(let target): await use(target, presenter)
        case .offline(let isOffline): setOffline(isOffline, presenter)
        case .login, .logout, .whoami, .list, .show, .search, .sync, .status:
            guard let screen = await screen() else { return }
            await perform(command, on: screen, presenter)
        case .help, .version, .quit: break
        }
    }

    private func perform(
        _ command: Command, on screen: DirectoryScreen, _ presenter: Presenter
    ) async {
        let freshness = presenter.request.settings.freshness
        switch command {
        case .login(let name, let passwordFromInput):
            let login = Login(input: input, terminal: console.terminal)
            let answer = await login.ask(
                name: name ?? screen.session.loginName ?? presenter.request.settings.choice.account,
                passwordFromInput: passwordFromInput)
            switch answer {
            case .success(let credentials): screen.login.send(credentials)
            case .failure(let error): if !Task.isCancelled { presenter.fail(error) }
            }
        case .logout: screen.logout.send()
        case .whoami: screen.whoAmI.send(freshness)
        case .list(let query): screen.list.send(Read(query, freshness))
        case .show(let people): await show(people, on: screen, presenter)
        case .search(let query): screen.search.send(Read(query, freshness))
        case .sync(let full): screen.sync.send(full)
        case .status: screen.status.send()
        default: break
        }
        await untilIdle()
    }

    private func show(
        _ people: [String], on screen: DirectoryScreen, _ presenter: Presenter
    ) async {
        let settings = presenter.request.settings
        for person in people {
            if person == "-" {
                while case .line(let line) = await input.nextLine(prompt: "") {
                    let who = line.trimmed
                    guard !who.isEmpty else { continue }
                    screen.show.send(Read(who, settings.freshness))
                    await untilIdle()
                    guard presenter.code == .success || settings.keepsGoing else { break }
                }
            } else {
                screen.show.send(Read(person, settings.freshness))
                await untilIdle()
            }
            guard presenter.code == .success || settings.keepsGoing, !Task.isCancelled else {
                break
            }
        }
        if !presenter.request.command.printsOne, !Task.isCancelled { presenter.finish(.user) }
    }

    private func use(_ target: Command.Target, _ presenter: Presenter) async {
        var choice = settings.choice
        switch target {
        case .profile(let name, let account):
            choice = DirectoryChoice(
                profile: name, account: account, cache: choice.cache, timeout: choice.timeout)
        case .url(let url):
            if url.hasPrefix("sample:") { choice.profile = "sample" }
            choice.baseURL = url
            choice.account = nil
            choice.token = nil
        }
        guard let screen = await screen(choice) else { return }
        guard await call(directories.remember(choice)) != nil else { return }
        settings.choice = choice
        presenter.present(
            Record([
                "profile": .text(screen.directory.profile),
                "account": FieldValue(
                    screen.session.account.isEmpty ? nil : screen.session.account),
                "baseURL": FieldValue(choice.baseURL),
                "state": .text(screen.session.state.rawValue),
            ]), .choice)
    }

    private func setOffline(_ isOffline: Bool, _ presenter: Presenter) {
        settings.isOffline = isOffline
        presenter.diagnostics.notice(
            isOffline ? "Offline: answers come from the cache only." : "Online again.")
    }

    /// The screen of the request's directory, opened when it is first needed.
    private func screen(_ choice: DirectoryChoice? = nil) async -> DirectoryScreen? {
        guard let choice = choice ?? slot.presenter?.request.settings.choice else { return nil }
        if let screen = screens[choice] { return screen }
        guard let directory = await call(directories.open(choice)) else { return nil }
        for warning in directory.warnings { slot.presenter?.diagnostics.notice(warning) }
        let screen = DirectoryScreen(
            directory, trackers: trackers, cancel: cancel.signal, slot: slot)
        screens[choice] = screen
        return screen
    }

    /// Runs a call that no view model makes, seen by the same trackers; nil when it failed or was
    /// cancelled.
    private func call<Value: Sendable>(_ single: Single<Value, ServiceError>) async -> Value? {
        var value: Value?
        let running = single.trackActivity(trackers.activity).trackError(trackers.errors)
            .subscribe { value = $0 }
        let cancelling = cancel.signal.subscribe { running.dispose() }
        await untilIdle()
        running.dispose()
        cancelling.dispose()
        return value
    }

    /// Waits until no call is open.
    private func untilIdle() async {
        guard !calls.isEmpty else { return }
        await withCheckedContinuation { idleWaiters.append($0) }
    }
}

/// The directory in use, as the editor's thread may read it while a word is completed.
private final class SharedChoice: Sendable {
    let choice: Mutex<DirectoryChoice>
    init(_ choice: DirectoryChoice) { self.choice = Mutex(choice) }
}

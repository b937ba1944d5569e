import SluiceFlow
import Users

/// What each command does: a few send a call of their own, the others an input of a view model,
/// whose view prints the outcome.
extension DirectoryRunner {
    /// Carries out a command; it has ended when this returns.
    func perform(_ command: Command, _ presenter: Presenter) async {
        switch command {
        case .profiles:
            guard let profiles = await calls.value(of: directories.profiles()) else { return }
            presenter.present(profiles.map { Record($0) }, .profile)
        case .checkProfile(let file):
            guard let profile = await calls.value(of: directories.check(file: file)) else { return }
            presenter.present(Record(profile), .profile)
        case .use(let target): await use(target, presenter)
        case .offline(let isOffline): setOffline(isOffline, presenter)
        case .login, .logout, .whoami, .list, .show, .search, .sync, .status, .export, .watch,
            .doctor:
            let choice = presenter.request.settings.choice
            guard let screen = await screen(for: choice, presenter), !Task.isCancelled else {
                return
            }
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
            await login(name, passwordFromInput, on: screen, presenter)
        case .logout:
            keepOnly(screen)
            screen.models.logout.send(freshness)
        case .whoami: screen.models.whoAmI.send(freshness)
        case .list(let query) where presenter.request.streams(on: console.terminal):
            export(query, to: "-", on: screen, presenter)
        case .list(let query): screen.models.list.send(Read(query, freshness))
        case .show(let people): await show(people, on: screen, presenter)
        case .search(let query):
            screen.models.search.send(Read(SearchView.asking(query), freshness))
        case .sync(let full):
            if isOneShot, let fault = screen.directory.cacheFault {
                return presenter.fail(fault.ofSync)
            }
            screen.models.sync.send(full)
        case .status: screen.models.status.send()
        case .export(let query, let file): export(query, to: file, on: screen, presenter)
        case .watch(var query):
            if presenter.request.settings.isOffline { query.interval = nil }
            screen.models.watch.send(query)
        case .doctor: screen.models.doctor.send()
        default: break
        }
        await calls.untilIdle()
        if case .sync = command, Task.isCancelled {
            presenter.diagnostics.notice(
                "The sync was interrupted: what was fetched is kept, and `sync` goes on from there."
            )
        }
        // Its cache was set aside: the next command opens a new one.
        if screen.isCacheGone { close(screen) }
    }

    private func export(
        _ query: ListQuery, to file: String, on screen: DirectoryScreen, _ presenter: Presenter
    ) {
        let settings = presenter.request.settings
        do {
            let text = ExportText(
                format: try ExportText.format(settings.format, file: file),
                fields: settings.fields, hasHeader: settings.hasHeader,
                attributes: presenter.attributes)
            let target: any ExportTarget =
                file == "-"
                ? StreamExport(text, to: console.output) : try FileExport(text, to: file)
            screen.models.export.send(ExportRequest(Read(query, settings.freshness), to: target))
        } catch {
            presenter.fail(error)
        }
    }

    private func login(
        _ name: String?, _ passwordFromInput: Bool, on screen: DirectoryScreen,
        _ presenter: Presenter
    ) async {
        screen.tellIfUnverified(presenter)
        let login = Login(input: input, terminal: console.terminal)
        let known = screen.session.loginName ?? presenter.request.settings.choice.account
        let answer = await login.ask(name: name ?? known, passwordFromInput: passwordFromInput)
        guard !Task.isCancelled else { return }
        switch answer {
        case .success(let credentials):
            keepOnly(screen)
            screen.models.login.send(credentials)
        case .failure(let error): presenter.fail(error)
        }
    }

    /// Shows people one after the other; that one isn't found says nothing of the others.
    private func show(
        _ people: [String], on screen: DirectoryScreen, _ presenter: Presenter
    ) async {
        let settings = presenter.request.settings
        var rest = people[...]
        while let who = await nextPerson(&rest) {
            screen.models.show.send(Read(who, settings.freshness))
            await calls.untilIdle()
            guard !Task.isCancelled, !presenter.hasLostReader else { break }
        }
        if !presenter.request.command.printsOne, !Task.isCancelled { presenter.finish(.user) }
    }

    /// The next word that names a person; `-` stands for the lines of standard input that aren't
    /// empty.
    private func nextPerson(_ words: inout ArraySlice<String>) async -> String? {
        while let word = words.first {
            guard word == "-" else { return words.popFirst() }
            while case .line(let line) = await input.nextLine(prompt: "") {
                let who = line.trimmed
                if !who.isEmpty { return who }
            }
            words.removeFirst()
        }
        return nil
    }

    private func use(_ target: Command.Target, _ presenter: Presenter) async {
        let choice = settings.choice.changed(to: target)
        guard let screen = await screen(for: choice, presenter),
            await calls.value(of: directories.remember(choice)) != nil
        else { return }
        settings.choice = choice
        screen.tellIfUnverified(presenter)
        screen.tellOfVariables(presenter)
        let session = screen.session
        presenter.present(
            Record([
                "profile": .text(screen.directory.profile),
                "account": FieldValue(session.account.isEmpty ? nil : session.account),
                "baseURL": FieldValue(choice.baseURL),
                "state": .text(session.state.rawValue),
            ]), .choice)
    }

    private func setOffline(_ isOffline: Bool, _ presenter: Presenter) {
        settings.isOffline = isOffline
        if isOneShot {
            return presenter.diagnostics.notice(
                "This lasts as long as the program, which ends here: give --offline to a command, "
                    + "or say `offline on` at the prompt.")
        }
        presenter.diagnostics.notice(
            isOffline ? "Offline: answers come from the cache only." : "Online again.")
    }
}

extension ServiceError {
    /// Why a sync on its own is for nothing where the cache ends with the program.
    fileprivate var ofSync: ServiceError {
        var error = self
        error.message = "A sync would keep nothing. \(Sentence.ended(message))"
        return error
    }
}

extension DirectoryChoice {
    /// This choice with another directory: a profile brings its own address, and another address
    /// is another server, to which no account or token of this one goes.
    func changed(to target: Command.Target) -> DirectoryChoice {
        switch target {
        case .profile(let name, let account, let baseURL, let variables):
            return DirectoryChoice(
                profile: name, account: account, baseURL: baseURL, variables: variables,
                cache: cache, timeout: timeout)
        case .url(let url):
            // `sample:?fault=offline` can be the address of no other profile.
            return DirectoryChoice(
                profile: url.hasPrefix("sample:") ? "sample" : profile, baseURL: url,
                variables: variables, cache: cache, timeout: timeout)
        }
    }
}

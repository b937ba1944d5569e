import SluiceFlow
import Users

/// The view models of one open directory, their inputs, and their views.
@MainActor final class DirectoryScreen {
    /// The directory.
    let directory: OpenDirectory

    /// The view models; send to their inputs.
    let models: DirectoryModels

    /// Who is logged in now.
    private(set) var session: Session
    /// Whether the cache's file was set aside, and with it what this screen's calls use.
    private(set) var isCacheGone = false

    private let bag = DisposeBag()

    /// Connects the view models and binds their views; `number` says which screen of the session it is.
    init(_ directory: OpenDirectory, _ calls: RunningCalls, number: Int = 1) {
        self.directory = directory
        session = directory.session
        let slot = calls.slot
        models = DirectoryModels(
            directory, trackers: calls.trackers, cancel: calls.givenUp, number: number,
            in: calls.recording)
        SessionView(profile: directory.profile, slot: slot).bind(models.sessions)
            .disposed(by: bag)
        ListView(slot: slot).bind(models.pages).disposed(by: bag)
        DetailView(slot: slot).bind(models.people).disposed(by: bag)
        SearchView(slot: slot).bind(models.hits).disposed(by: bag)
        SyncView(slot: slot, isKept: directory.cacheFault == nil).bind(models.syncs)
            .disposed(by: bag)
        ExportView(slot: slot).bind(models.exports).disposed(by: bag)
        WatchView(slot: slot, stop: calls.cancel).bind(models.watches, in: bag)
        DoctorView(slot: slot).bind(models.checks).disposed(by: bag)
        StatusView(slot: slot).bind(models.statuses, in: bag)

        // Weak, since the bag that keeps this subscription is this screen's own.
        models.sessions.session.subscribe { [weak self] in self?.session = $0 }.disposed(by: bag)
        models.checks.health.events.subscribe { [weak self] state in
            if case .loaded(let health) = state { self?.isCacheGone = health.setAside != nil }
        }.disposed(by: bag)
    }

    /// Says that nobody has seen the profile work; to be said where it is chosen or trusted.
    func tellIfUnverified(_ presenter: Presenter) {
        guard !directory.isVerified else { return }
        presenter.diagnostics.notice(Self.unverified(directory.profile))
    }

    /// Says with which values of its variables the profile asks, where nobody may have chosen them.
    func tellOfVariables(_ presenter: Presenter) {
        let values = directory.variables.sorted { $0.key < $1.key }
        guard let first = values.first else { return }
        let list = values.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        let name = values.count == 1 ? first.key : "VARIABLE"
        presenter.diagnostics.notice("With \(list); `--set \(name)=VALUE` sets another.")
    }

    /// What is to be known of an unverified profile.
    static func unverified(_ profile: String) -> String {
        "The profile \(profile) was never tried against a real exchange."
    }
}

import SluiceFlow
import Users

/// The view models of one open directory, their inputs, and their views.
@MainActor final class DirectoryScreen {
    /// The directory.
    let directory: OpenDirectory

    /// Send credentials to log in.
    let login = PublishRelay<Credentials>()
    /// Send to log out; offline, only here.
    let logout = PublishRelay<Freshness>()
    /// Send to ask who is logged in.
    let whoAmI = PublishRelay<Freshness>()
    /// Send to list people.
    let list = PublishRelay<Read<ListQuery>>()
    /// Send to show a person.
    let show = PublishRelay<Read<String>>()
    /// Send to search people.
    let search = PublishRelay<Read<SearchQuery>>()
    /// Send to fetch everyone; true for a full sync.
    let sync = PublishRelay<Bool>()
    /// Send to write people out.
    let export = PublishRelay<ExportRequest>()
    /// Send to be told of changes.
    let watch = PublishRelay<WatchQuery>()
    /// Send to check the cache's file.
    let doctor = PublishRelay<Void>()
    /// Send to ask for the status.
    let status = PublishRelay<Void>()

    /// Who is logged in now.
    private(set) var session: Session
    /// Whether the cache's file was set aside, and with it what this screen's calls use.
    private(set) var isCacheGone = false

    private let bag = DisposeBag()

    /// Connects the view models and binds their views; all share the trackers and the cancelling.
    init(_ directory: OpenDirectory, _ calls: RunningCalls) {
        self.directory = directory
        session = directory.session
        let service = directory.service
        let trackers = calls.trackers
        let cancel = calls.cancel.signal
        let slot = calls.slot

        let sessions = SessionViewModel(
            service: service, session: directory.session, trackers: trackers
        ).transform(
            .init(
                login: login.signal, logout: logout.signal, whoAmI: whoAmI.signal, cancel: cancel))
        SessionView(profile: directory.profile, slot: slot).bind(sessions).disposed(by: bag)

        let pages = UserListViewModel(service: service, trackers: trackers)
            .transform(.init(load: list.signal, cancel: cancel))
        ListView(slot: slot).bind(pages).disposed(by: bag)

        let people = UserDetailViewModel(service: service, trackers: trackers)
            .transform(.init(show: show.signal, cancel: cancel))
        DetailView(slot: slot).bind(people).disposed(by: bag)

        let hits = UserSearchViewModel(service: service, trackers: trackers)
            .transform(.init(search: search.signal, cancel: cancel))
        SearchView(slot: slot).bind(hits).disposed(by: bag)

        let syncs = SyncViewModel(service: service, trackers: trackers)
            .transform(.init(start: sync.signal, cancel: cancel))
        SyncView(slot: slot, isKept: directory.cacheFault == nil).bind(syncs).disposed(by: bag)

        let exports = ExportViewModel(service: service, trackers: trackers)
            .transform(.init(start: export.signal, cancel: cancel))
        ExportView(slot: slot).bind(exports).disposed(by: bag)

        let watches = WatchViewModel(service: service, trackers: trackers)
            .transform(.init(start: watch.signal, stop: cancel))
        WatchView(slot: slot, stop: calls.cancel).bind(watches, in: bag)

        let checks = DoctorViewModel(service: service, trackers: trackers)
            .transform(.init(start: doctor.signal, cancel: cancel))
        DoctorView(slot: slot).bind(checks).disposed(by: bag)

        let statuses = StatusViewModel(service: service, trackers: trackers)
            .transform(.init(refresh: status.signal, cancel: cancel))
        StatusView(slot: slot).bind(statuses, in: bag)

        // Weak, since the bag that keeps this subscription is this screen's own.
        sessions.session.subscribe { [weak self] in self?.session = $0 }.disposed(by: bag)
        checks.health.events.subscribe { [weak self] state in
            if case .loaded(let health) = state { self?.isCacheGone = health.setAside != nil }
        }.disposed(by: bag)
    }

    /// Says that nobody has seen the profile work; to be said where it is chosen or trusted.
    func tellIfUnverified(_ presenter: Presenter) {
        guard !directory.isVerified else { return }
        presenter.diagnostics.notice(Self.unverified(directory.profile))
    }

    /// What is to be known of an unverified profile.
    static func unverified(_ profile: String) -> String {
        "The profile \(profile) was never tried against a real exchange."
    }
}

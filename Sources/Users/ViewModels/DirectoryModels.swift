public import SluiceFlow

/// The view models of one directory, and the inputs that they are connected to.
///
/// A front sends to the inputs and binds its views to the outputs; a replay of a recorded session
/// plays the inputs and compares what comes out.
@MainActor
public struct DirectoryModels {
    /// Send credentials to log in.
    public let login = PublishRelay<Credentials>()
    /// Send to log out; offline, only here.
    public let logout = PublishRelay<Freshness>()
    /// Send to ask who is logged in.
    public let whoAmI = PublishRelay<Freshness>()
    /// Send to list people.
    public let list = PublishRelay<Read<ListQuery>>()
    /// Send to show a person.
    public let show = PublishRelay<Read<String>>()
    /// Send to search people.
    public let search = PublishRelay<Read<SearchQuery>>()
    /// Send to fetch everyone; true for a full sync.
    public let sync = PublishRelay<Bool>()
    /// Send to write people out.
    public let export = PublishRelay<ExportRequest>()
    /// Send to be told of changes.
    public let watch = PublishRelay<WatchQuery>()
    /// Send to check the cache's file.
    public let doctor = PublishRelay<Void>()
    /// Send to ask for the status.
    public let status = PublishRelay<Void>()

    /// Who is logged in, and the answers to logging in and out.
    public let sessions: SessionViewModel.Output
    /// Pages of people.
    public let pages: UserListViewModel.Output
    /// The person that was asked for.
    public let people: UserDetailViewModel.Output
    /// Those who match.
    public let hits: UserSearchViewModel.Output
    /// What syncs did.
    public let syncs: SyncViewModel.Output
    /// What exports did.
    public let exports: ExportViewModel.Output
    /// Changes as they come.
    public let watches: WatchViewModel.Output
    /// What checks of the cache found.
    public let checks: DoctorViewModel.Output
    /// What is cached, and where things are.
    public let statuses: StatusViewModel.Output

    /// Connects the view models; all share the trackers and the giving up.
    ///
    /// - Parameters:
    ///   - number: which of a session's directories this is, from 1; those after the first say it
    ///     before the names of their events.
    ///   - recording: what records or plays their inputs and outputs; nil for neither.
    public init(
        _ directory: OpenDirectory, trackers: CallTrackers, cancel: Signal<Void>,
        number: Int = 1, in recording: (any TimelineRecording)? = nil
    ) {
        let service = directory.service
        let names = InputNames(number: number, recording)
        let (login, logout, whoAmI) = (
            names.input("login", self.login) { Credentials(timelineText: $0) },
            names.input("logout", self.logout) { Freshness(timelineText: $0) },
            names.input("whoAmI", self.whoAmI) { Freshness(timelineText: $0) }
        )
        sessions = SessionViewModel(
            service: service, session: directory.session, trackers: trackers
        ).transform(.init(login: login, logout: logout, whoAmI: whoAmI, cancel: cancel))
        let list = names.input("list", self.list) { Read(timelineText: $0) { ListQuery(&$0) } }
        pages = UserListViewModel(service: service, trackers: trackers)
            .transform(.init(load: list, cancel: cancel))
        let show = names.input("show", self.show) { Read(timelineText: $0) { $0.text() } }
        people = UserDetailViewModel(service: service, trackers: trackers)
            .transform(.init(show: show, cancel: cancel))
        let search = names.input("search", self.search) {
            Read(timelineText: $0) { SearchQuery(&$0) }
        }
        hits = UserSearchViewModel(service: service, trackers: trackers)
            .transform(.init(search: search, cancel: cancel))
        syncs = SyncViewModel(service: service, trackers: trackers)
            .transform(.init(start: names.input("sync", self.sync) { Bool($0) }, cancel: cancel))
        let export = names.input("export", self.export) { text in
            Read(timelineText: text) { ListQuery(&$0) }.map { ExportRequest($0, to: NoTarget()) }
        }
        exports = ExportViewModel(service: service, trackers: trackers)
            .transform(.init(start: export, cancel: cancel))
        let watch = names.input("watch", self.watch) { WatchQuery(timelineText: $0) }
        watches = WatchViewModel(service: service, trackers: trackers)
            .transform(.init(start: watch, stop: cancel))
        checks = DoctorViewModel(service: service, trackers: trackers)
            .transform(.init(start: names.input("doctor", self.doctor) { _ in () }, cancel: cancel))
        statuses = StatusViewModel(service: service, trackers: trackers)
            .transform(
                .init(refresh: names.input("status", self.status) { _ in () }, cancel: cancel))
        record(names)
    }

    /// What the trackers tell is the same for all, and recorded once, by whoever made them.
    private func record(_ names: InputNames) {
        names.output("session", sessions.session)
        names.output("answer", sessions.answer)
        names.output("page", pages.page)
        names.output("user", people.user)
        names.output("users", hits.users)
        names.output("synced", syncs.report)
        names.output("exported", exports.report)
        names.output("watching", watches.state)
        names.output("change", watches.events)
        names.output("health", checks.health)
        names.output("status", statuses.status)
    }
}

/// The names of one directory's events in a recording, if there is one.
@MainActor
private struct InputNames {
    private let prefix: String
    private let recording: (any TimelineRecording)?

    init(number: Int, _ recording: (any TimelineRecording)?) {
        prefix = number == 1 ? "" : "\(number)/"
        self.recording = recording
    }

    func input<Element>(
        _ name: String, _ relay: PublishRelay<Element>,
        _ reading: @escaping @MainActor (String) -> Element?
    ) -> Signal<Element> {
        recording?.input(prefix + name, relay, reading) ?? relay.signal
    }

    func output<Kind, Element>(_ name: String, _ source: Flow<Kind, Element>) {
        recording?.output(prefix + name, source)
    }
}

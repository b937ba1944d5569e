import SluiceFlow
import SluiceTesting
import Testing
import Users

@MainActor
@Suite struct SharedTrackersTests {
    @Test func `two overlapping calls of two screens are busy until the last one ends`()
        async throws
    {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.details = .init(time.clock, [.after(.milliseconds(100)) { _ in .fresh(ana) }])
            service.searches = .init(
                time.clock, [.after(.milliseconds(250)) { _ in .fresh([dana]) }])
            let trackers = CallTrackers()
            let show = PublishRelay<Read<String>>()
            let search = PublishRelay<Read<SearchQuery>>()
            let detail = UserDetailViewModel(service: service, trackers: trackers)
                .transform(.init(show: time.input("show", show)))
            let found = UserSearchViewModel(service: service, trackers: trackers)
                .transform(.init(search: time.input("search", search)))
            time.recorder.output("user", detail.user)
            time.recorder.output("users", found.users)
            time.recorder.output("isBusy", found.isBusy)
            show.send(Read("1"))
            try await time.advance(by: .milliseconds(50))
            search.send(Read(SearchQuery("dan")))
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }

    @Test func `an expired session, a login, and the call repeated`() async throws {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.pages = .init(
                time.clock,
                [
                    .after(.milliseconds(20)) { _ throws(ServiceError) in throw expired },
                    .after(.milliseconds(20)) { _ in .fresh(UserPage(users: [ana, dana])) },
                ])
            service.sessions = .init(
                time.clock,
                [.after(.milliseconds(30)) { _ in Session(state: .loggedIn, account: "demo") }])
            let trackers = CallTrackers()
            let load = PublishRelay<Read<ListQuery>>()
            let retry = PublishRelay<Void>()
            let login = PublishRelay<Credentials>()
            let session = SessionViewModel(
                service: service, session: Session(state: .loggedIn, account: "demo"),
                trackers: trackers
            ).transform(.init(login: time.input("login", login)))
            let list = UserListViewModel(service: service, trackers: trackers).transform(
                .init(
                    load: time.input("load", load),
                    retry: time.input("retry", retry)))
            time.recorder.output("page", list.page)
            time.recorder.output("session", session.session)
            time.recorder.output("isBusy", list.isBusy)
            time.recorder.output("errors", list.errors)
            // The view answers the expiry with a login, and the login with the call again.
            let bag = DisposeBag()
            list.errors.filter { ($0.error as? ServiceError)?.errorCode == .sessionExpired }
                .subscribe { _ in login.send(Credentials(name: "demo", password: "demo")) }
                .disposed(by: bag)
            session.answer.events.filter { $0.value != nil && !$0.isLoading }
                .subscribe { _ in retry.send() }
                .disposed(by: bag)
            load.send(Read(ListQuery()))
            try await time.advanceToEnd()
            try time.snapshot()
        }
    }
}

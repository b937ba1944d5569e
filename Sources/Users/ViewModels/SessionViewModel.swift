public import SluiceFlow

/// Logging in and out, and who is logged in.
public struct SessionViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person logs in; an attempt that still runs is cancelled.
        public var login: Signal<Credentials>
        /// Send when the person logs out; offline, the server isn't told.
        public var logout: Signal<Freshness>
        /// Send when the person asks who is logged in.
        public var whoAmI: Signal<Freshness>
        /// Send when the person gives up waiting.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(
            login: Signal<Credentials>, logout: Signal<Freshness> = .never,
            whoAmI: Signal<Freshness> = .never, cancel: Signal<Void> = .never
        ) {
            self.login = login
            self.logout = logout
            self.whoAmI = whoAmI
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits the session: the one given at the start, each answered one, and an expired one as soon as any call finds it so.
        public var session: Driver<Session>
        /// Emits idle at the start, then for each input loading, and the session or the failure.
        public var answer: Driver<Async<Session, ServiceError>>
        /// Emits whether a call is open; false at the start.
        public var isBusy: Driver<Bool>
        /// Emits each failure once.
        public var errors: Signal<TrackedError>
    }

    private enum Request {
        case login(Credentials)
        case logout(Freshness)
        case whoAmI(Freshness)
    }

    private let service: any UserService
    private let initial: Session
    private let trackers: CallTrackers

    /// Makes a view model that starts with `session`; trackers may be shared with others.
    public init(
        service: any UserService, session: Session = Session(state: .loggedOut),
        trackers: CallTrackers = CallTrackers()
    ) {
        self.service = service
        initial = session
        self.trackers = trackers
    }

    /// Connects the outputs to the inputs.
    public func transform(_ input: Input) -> Output {
        let requests = Signal.merge(
            input.login.map(Request.login), input.logout.map(Request.logout),
            input.whoAmI.map(Request.whoAmI))
        let answer = requests.flatMapLatest(cancelledBy: input.cancel) { request in
            call(for: request)
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        let expiries = trackers.errors.errors.filter { tracked in
            (tracked.error as? ServiceError)?.errorCode == .sessionExpired
        }
        let changes = Signal.merge(
            answer.events.compactMap { state -> (@MainActor (Session) -> Session)? in
                guard case .loaded(var session) = state else { return nil }
                // They belong to that one answer.
                session.notices = []
                return { [session] _ in session }
            },
            expiries.map { _ in
                { session in Session(state: .expired, account: session.account) }
            })
        return Output(
            session: changes.scan(initial) { session, change in change(session) }
                .distinctUntilChanged(),
            answer: answer, isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }

    private func call(for request: Request) -> Single<Session, ServiceError> {
        switch request {
        case .login(let credentials): service.login(credentials)
        case .logout(let freshness): service.logout(freshness)
        case .whoAmI(let freshness): service.whoAmI(freshness)
        }
    }
}

public import SluiceFlow

/// One person, looked up by id, username or e-mail address.
public struct UserDetailViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks for a user; an earlier look-up that still runs is cancelled.
        public var show: Signal<Read<String>>
        /// Send when the person wants the same again, after an error say.
        public var retry: Signal<Void>
        /// Send when the person gives up waiting.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(
            show: Signal<Read<String>>, retry: Signal<Void> = .never,
            cancel: Signal<Void> = .never
        ) {
            self.show = show
            self.retry = retry
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each `show` loading, and the user or the failure.
        public var user: Driver<Async<Answer<User>, ServiceError>>
        /// Emits whether a call is open; false at the start.
        public var isBusy: Driver<Bool>
        /// Emits each failure once.
        public var errors: Signal<TrackedError>
    }

    private let service: any UserService
    private let trackers: CallTrackers

    /// Makes a view model; trackers may be shared with others.
    public init(service: any UserService, trackers: CallTrackers = CallTrackers()) {
        self.service = service
        self.trackers = trackers
    }

    /// Connects the outputs to the inputs.
    public func transform(_ input: Input) -> Output {
        let user = input.show.repeated(by: input.retry)
            .flatMapLatest(cancelledBy: input.cancel) { read in
                service.user(read.query, read.freshness)
                    .trackActivity(trackers.activity)
                    .trackError(trackers.errors)
            }
        return Output(
            user: user, isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }
}

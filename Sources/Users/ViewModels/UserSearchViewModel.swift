public import SluiceFlow

/// People who match what is being typed.
public struct UserSearchViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the text changes; a search for an earlier text that still runs is cancelled.
        public var search: Signal<Read<SearchQuery>>
        /// Send when the person wants the same again, after an error say.
        public var retry: Signal<Void>
        /// Send when the person gives up waiting.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(
            search: Signal<Read<SearchQuery>>, retry: Signal<Void> = .never,
            cancel: Signal<Void> = .never
        ) {
            self.search = search
            self.retry = retry
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each `search` loading, and the people or the failure; nobody is an empty list.
        public var users: Driver<Async<Answer<[User]>, ServiceError>>
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
        let users = input.search.repeated(by: input.retry)
            .flatMapLatest(cancelledBy: input.cancel) { read in
                service.search(read.query, read.freshness)
                    .trackActivity(trackers.activity)
                    .trackError(trackers.errors)
            }
        return Output(
            users: users, isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }
}

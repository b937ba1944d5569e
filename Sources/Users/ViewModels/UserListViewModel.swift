public import SluiceFlow

/// People, a page at a time.
public struct UserListViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks for a list or a certain page; a load that still runs is cancelled.
        public var load: Signal<Read<ListQuery>>
        /// Send when the person wants the page after the one shown; ignored where there is none.
        public var next: Signal<Void>
        /// Send when the person wants the same again, after an error say.
        public var retry: Signal<Void>
        /// Send when the person gives up waiting.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(
            load: Signal<Read<ListQuery>>, next: Signal<Void> = .never,
            retry: Signal<Void> = .never, cancel: Signal<Void> = .never
        ) {
            self.load = load
            self.next = next
            self.retry = retry
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each page loading, and the page or the failure.
        public var page: Driver<Async<Answer<UserPage>, ServiceError>>
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
        // What is shown decides which page is next, so the pages feed back into the requests.
        let following = PublishRelay<Read<ListQuery>>()
        let requests = Signal.merge(input.load, following.signal).repeated(by: input.retry)
        let page = requests.flatMapLatest(cancelledBy: input.cancel) { read in
            service.users(read.query, read.freshness)
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        let asked = requests.map { Optional($0) }.startWith(nil)
        let next = input.next.withLatestFrom(page).withLatestFrom(asked)
            .compactMap { event, asked -> Read<ListQuery>? in
                guard var read = asked, case .loaded(let shown) = event.1, shown.value.hasNext
                else { return nil }
                read.query.page = shown.value.page + 1
                return read
            }
        let feedback = next.subscribe { following.send($0) }
        return Output(
            page: page.keeping(feedback), isBusy: trackers.activity.isActive,
            errors: trackers.errors.errors)
    }
}

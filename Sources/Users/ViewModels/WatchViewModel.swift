public import SluiceFlow

/// Changes of one person or of everyone, as they happen.
public struct WatchViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks to watch; a watch that still runs is ended.
        public var start: Signal<WatchQuery>
        /// Send when the person has seen enough.
        public var stop: Signal<Void>

        /// Makes an input.
        public init(start: Signal<WatchQuery>, stop: Signal<Void> = .never) {
            self.start = start
            self.stop = stop
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits that a watch has begun, then each change and each trouble as it comes; ends with none.
        public var events: Signal<WatchEvent>
        /// Emits idle at the start, loading as long as a watch runs, and the failure that ended it; never a value.
        public var state: Driver<Async<Void, ServiceError>>
        /// Emits whether a call is open; false at the start.
        public var isBusy: Driver<Bool>
        /// Emits each failure once; troubles, which end nothing, are events.
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
        let events = PublishRelay<WatchEvent>()
        let state = input.start.flatMapLatest(cancelledBy: input.stop) { query in
            service.watch(query) { events.send($0) }
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        return Output(
            events: events.signal, state: state, isBusy: trackers.activity.isActive,
            errors: trackers.errors.errors)
    }
}

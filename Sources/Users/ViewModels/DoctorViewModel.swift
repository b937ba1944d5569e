public import SluiceFlow

/// A check of the cache's file.
public struct DoctorViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks for a check; ignored while one runs.
        public var start: Signal<Void>
        /// Send when the person gives up waiting; nothing is left half done.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(start: Signal<Void>, cancel: Signal<Void> = .never) {
            self.start = start
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each `start` loading, and what was found or the failure.
        public var health: Driver<Async<CacheHealth, ServiceError>>
        /// Emits whether a call is open; false at the start.
        public var isBusy: Driver<Bool>
        /// Emits each failure once; damage that was found is none.
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
        let health = input.start.flatMapFirst(cancelledBy: input.cancel) {
            service.examineCache()
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        return Output(
            health: health, isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }
}

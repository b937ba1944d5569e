public import SluiceFlow

/// What runs, what went wrong lately, and what the cache holds.
public struct StatusViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks for the status; opens no connection.
        public var refresh: Signal<Void>
        /// Send when the person gives up waiting.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(refresh: Signal<Void>, cancel: Signal<Void> = .never) {
            self.refresh = refresh
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each `refresh` loading, and the status or the failure.
        public var status: Driver<Async<ServiceStatus, ServiceError>>
        /// Emits the calls that run, oldest first; the status's own is among them.
        public var running: Driver<[ActivityTracker.Call]>
        /// Emits the last failures, newest first, at most ten; none at the start.
        public var lastErrors: Driver<[TrackedError]>
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
        let status = input.refresh.flatMapLatest(cancelledBy: input.cancel) {
            service.status()
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        let lastErrors = trackers.errors.errors.scan([TrackedError]()) { errors, error in
            Array(([error] + errors).prefix(10))
        }
        return Output(
            status: status, running: trackers.activity.calls, lastErrors: lastErrors,
            isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }
}

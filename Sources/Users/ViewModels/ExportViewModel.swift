public import SluiceFlow

/// Writing people to a file or a stream.
public struct ExportViewModel: ViewModel {
    /// What a person does.
    @MainActor
    public struct Input {
        /// Send when the person asks for an export; ignored while one runs.
        public var start: Signal<ExportRequest>
        /// Send when the person stops it; a file that was there before stays as it was.
        public var cancel: Signal<Void>

        /// Makes an input.
        public init(start: Signal<ExportRequest>, cancel: Signal<Void> = .never) {
            self.start = start
            self.cancel = cancel
        }
    }

    /// What a person sees.
    @MainActor
    public struct Output {
        /// Emits idle at the start, then for each `start` loading, and the report or the failure.
        public var report: Driver<Async<Answer<ExportReport>, ServiceError>>
        /// Emits how far the newest call has come: none at the start, before its first people, and at its end.
        public var progress: Driver<CallProgress?>
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
        let report = input.start.flatMapFirst(cancelledBy: input.cancel) { request in
            service.export(request)
                .trackActivity(trackers.activity)
                .trackError(trackers.errors)
        }
        let progress = trackers.activity.calls.map { $0.last?.progress }
        return Output(
            report: report, progress: progress.distinctUntilChanged(),
            isBusy: trackers.activity.isActive, errors: trackers.errors.errors)
    }
}

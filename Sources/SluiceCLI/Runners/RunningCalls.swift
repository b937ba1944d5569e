import SluiceFlow
import Users

/// The calls that run for a command, whichever view model made them: one pair of trackers, bound
/// once to the console.
///
/// A failure goes to the presenter, which prints it and keeps its exit code; activity shows as the
/// live line; and a command has ended when no call is open any more.
@MainActor final class RunningCalls {
    /// Shared by every call. A call that reports its own cancellation has no other outcome, and
    /// mustn't pass for a success.
    let trackers = CallTrackers(errors: ErrorTracker(policy: .allErrors))
    /// Emits when the person gives up what runs.
    let cancel = PublishRelay<Void>()
    /// Who presents the outcome.
    let slot = PresenterSlot()

    /// Emits the same, once it is recorded if anything is: for the view models.
    let givenUp: Signal<Void>
    /// Keeps the session; nil when nobody asked for that.
    let recorder: (any SessionRecorder)?
    /// What view models are connected through where the session is kept.
    let recording: TimelineRecorder?

    private let live: LiveLine
    private let bag = DisposeBag()
    /// What runs besides calls of view models, which a recording leaves out.
    private let aside = Aside()
    private var open: [ActivityTracker.Call] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Binds the trackers; `live` shows what runs, `recorder` keeps what comes of it.
    init(live: LiveLine, recorder: (any SessionRecorder)? = nil) {
        self.live = live
        self.recorder = recorder
        recording = recorder.map { recorder in
            TimelineRecorder(now: { recorder.time }, onEvent: { recorder.note($0) })
        }
        let (trackers, cancel, aside) = (trackers, cancel, aside)
        givenUp =
            recording.map { trackers.record(cancel, in: $0, isAside: { aside.isRunning }) }
            ?? cancel.signal
        trackers.errors.errors.subscribe { [slot] tracked in
            slot.presenter?.fail(tracked.error)
        }.disposed(by: bag)
        trackers.activity.calls.subscribe { [weak self] in self?.open = $0 }.disposed(by: bag)
        trackers.activity.isActive.subscribe { [weak self] isActive in
            if isActive { self?.began() } else { self?.ended() }
        }.disposed(by: bag)
    }

    /// Waits until no call is open.
    func untilIdle() async {
        guard !open.isEmpty else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Runs a call that no view model makes; nil when it failed or was cancelled.
    func value<Value: Sendable>(of single: Single<Value, ServiceError>) async -> Value? {
        guard !Task.isCancelled else { return nil }
        aside.isRunning = true
        defer { aside.isRunning = false }
        var value: Value?
        let running = single.trackActivity(trackers.activity).trackError(trackers.errors)
            .subscribe { value = $0 }
        let cancelling = cancel.signal.subscribe { running.dispose() }
        await untilIdle()
        running.dispose()
        cancelling.dispose()
        return value
    }

    /// Gives up the command of `presenter`, unless it has ended: nobody presents it any more, and
    /// every call is cancelled.
    func giveUp(_ presenter: Presenter) {
        guard slot.presenter === presenter else { return }
        slot.presenter = nil
        recorder?.moveOn()
        cancel.send()
    }

    private func began() {
        guard slot.presenter?.allowsLiveLine == true else { return }
        live.begin { [weak self] elapsed in self?.progressLine(elapsed) }
    }

    private func ended() {
        live.end()
        let ended = waiters
        waiters = []
        for waiter in ended { waiter.resume() }
    }

    private func progressLine(_ elapsed: Int64) -> ProgressLine? {
        guard let call = open.last else { return nil }
        let progress = call.progress
        return ProgressLine(
            label: call.label, completed: progress.map { Int($0.completed) },
            total: progress?.total.map { Int($0) }, unit: progress?.unit, elapsed: elapsed)
    }
}

/// Whether a call runs that no view model made.
@MainActor private final class Aside {
    var isRunning = false
}

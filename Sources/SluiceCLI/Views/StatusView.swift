import SluiceFlow
import Users

/// Prints what the cache holds, where things are, and what ran and failed lately.
@MainActor final class StatusView {
    private let slot: PresenterSlot
    private var running: [ActivityTracker.Call] = []
    private var lastErrors: [TrackedError] = []

    /// Makes a view; `slot` says who presents it.
    init(slot: PresenterSlot) { self.slot = slot }

    /// Observes the status and what stands in it.
    func bind(_ output: StatusViewModel.Output, in bag: DisposeBag) {
        output.running.subscribe { self.running = $0 }.disposed(by: bag)
        output.lastErrors.subscribe { self.lastErrors = $0 }.disposed(by: bag)
        output.status.events.subscribe { state in
            if case .loaded(let status) = state { self.show(status) }
        }.disposed(by: bag)
    }

    private func show(_ status: ServiceStatus) {
        guard let presenter = slot.presenter else { return }
        // The newest call is the status's own.
        let calls = running.dropLast().map(\.label)
        let errors = lastErrors.map { tracked in
            guard let error = tracked.error as? any PresentableError else { return tracked.label }
            return "\(tracked.label): \(Sentence.ended(error.message))"
        }
        let record = Record(
            status, isOffline: presenter.request.settings.isOffline, running: calls,
            lastErrors: errors)
        if !status.isVerified {
            presenter.diagnostics.notice(DirectoryScreen.unverified(status.profile))
        }
        for notice in status.notices { presenter.diagnostics.notice(notice) }
        presenter.present(record, .status)
    }
}

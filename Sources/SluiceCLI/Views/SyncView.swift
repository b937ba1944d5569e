import SluiceFlow
import Users

/// Prints what a sync did.
@MainActor struct SyncView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the reports.
    func bind(_ output: SyncViewModel.Output) -> Subscription {
        output.report.events.subscribe { state in
            guard case .loaded(let report) = state, let presenter = slot.presenter else { return }
            if let first = report.skipped.first {
                let count = Quantity.count(
                    report.skipped.count, "element could", "elements could")
                presenter.diagnostics.notice(
                    "\(count) not be read, such as \(first.path): \(first.reason)")
            }
            presenter.present(Record(report), .sync)
        }
    }
}

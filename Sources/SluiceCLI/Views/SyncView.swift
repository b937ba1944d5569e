import SluiceFlow
import Users

/// Prints what a sync did.
@MainActor struct SyncView {
    /// Who presents it.
    let slot: PresenterSlot
    /// Whether what was fetched outlives the program.
    let isKept: Bool

    /// Observes the reports.
    func bind(_ output: SyncViewModel.Output) -> Subscription {
        output.report.events.subscribe { state in
            guard case .loaded(let report) = state, let presenter = slot.presenter else { return }
            for notice in report.notices { presenter.diagnostics.notice(notice) }
            if let first = report.skipped.first {
                let count = Quantity.count(
                    report.skipped.count, "element could", "elements could")
                presenter.diagnostics.notice(
                    "\(count) not be read, such as \(first.path): \(first.reason)")
            }
            if !isKept {
                presenter.diagnostics.notice(
                    "The cache is in memory: what was fetched goes when the program ends.")
            }
            presenter.present(Record(report), .sync)
        }
    }
}

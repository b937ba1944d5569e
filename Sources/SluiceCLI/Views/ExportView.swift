import SluiceFlow
import Users

/// Says how many people were written to a file; of an export to standard output, only what is to be known beside it.
@MainActor struct ExportView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the reports.
    func bind(_ output: ExportViewModel.Output) -> Subscription {
        output.report.events.subscribe { state in
            guard case .loaded(let answer) = state, let presenter = slot.presenter else { return }
            presenter.tell(of: answer)
            if case .export(_, let file) = presenter.request.command, file != "-" {
                let people = Quantity.count(answer.value.people, "person", "people")
                presenter.diagnostics.notice("Exported \(people) to “\(file)”.")
            }
        }
    }
}

import SluiceFlow
import Users

/// Says how many people were written to a file; of rows on standard output, only what is to be known beside them.
@MainActor struct ExportView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the reports.
    func bind(_ output: ExportViewModel.Output) -> Subscription {
        output.report.events.subscribe { state in
            guard case .loaded(let answer) = state, let presenter = slot.presenter else { return }
            presenter.tell(of: answer)
            switch presenter.request.command {
            case .export(_, let file) where file != "-":
                let people = Quantity.count(answer.value.people, "person", "people")
                presenter.diagnostics.notice("Exported \(people) to “\(file)”.")
            case .list where answer.value.people == 0:
                presenter.diagnostics.notice("There is nobody here.")
            default: break
            }
        }
    }
}

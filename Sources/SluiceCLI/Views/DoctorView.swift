import SluiceFlow
import Users

/// Prints what a check of the cache's file found; damage is a failure of the command too, so that a script sees it.
@MainActor struct DoctorView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the reports.
    func bind(_ output: DoctorViewModel.Output) -> Subscription {
        output.health.events.subscribe { state in
            guard case .loaded(let health) = state, let presenter = slot.presenter else { return }
            presenter.present(Record(health), .health)
            if health.isIndexRebuilt {
                presenter.diagnostics.notice("The search index was out of step, and was made anew.")
            }
            if !health.isSound { presenter.fail(Self.damage(health)) }
        }
    }

    private static func damage(_ health: CacheHealth) -> ServiceError {
        let what =
            health.faults.first
            ?? Quantity.count(health.damagedRows, "row is", "rows are") + " not as written"
        guard let place = health.setAside else {
            return ServiceError(
                .storage, "The cache is damaged: \(what).", hint: "Start again, and `sync`.")
        }
        return ServiceError(
            .storage, "The cache is damaged: \(what). It was set aside as “\(place)”.",
            hint: "`sync` fills a new one.")
    }
}

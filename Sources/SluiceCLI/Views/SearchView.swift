import SluiceFlow
import Users

/// Prints the people that match; that nobody does is said, and no error.
@MainActor struct SearchView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the answers.
    func bind(_ output: UserSearchViewModel.Output) -> Subscription {
        output.users.events.subscribe { state in
            guard case .loaded(let answer) = state, let presenter = slot.presenter else { return }
            presenter.tell(of: answer)
            presenter.present(answer.value.map { Record($0) }, .user)
            if answer.value.isEmpty, presenter.isForPerson {
                presenter.diagnostics.notice("Nobody matches.")
            }
        }
    }
}

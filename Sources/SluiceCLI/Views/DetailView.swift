import SluiceFlow
import Users

/// Prints the person that was asked for; of several, one after the other.
@MainActor struct DetailView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the answers.
    func bind(_ output: UserDetailViewModel.Output) -> Subscription {
        output.user.events.subscribe { state in
            guard case .loaded(let answer) = state, let presenter = slot.presenter else { return }
            presenter.tell(of: answer)
            var user = answer.value
            user.fetchedAt = user.fetchedAt ?? answer.fetchedAt
            if presenter.request.command.printsOne {
                presenter.present(Record(user), .user)
            } else {
                presenter.add(Record(user), .user)
            }
        }
    }
}

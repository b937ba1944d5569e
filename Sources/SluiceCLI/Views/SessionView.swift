import SluiceFlow
import Users

/// Prints who is logged in, after a login, a logout or a question.
@MainActor struct SessionView {
    /// The profile's name, which stands beside the account.
    let profile: String
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the answers.
    func bind(_ output: SessionViewModel.Output) -> Subscription {
        output.answer.events.subscribe { state in
            guard case .loaded(let session) = state, let presenter = slot.presenter else { return }
            for notice in session.notices { presenter.diagnostics.notice(notice) }
            presenter.present(Record(session, profile: profile), .session)
        }
    }
}

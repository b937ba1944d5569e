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
            let shown = answer.value.prefix(Self.limit(presenter.request.command))
            presenter.present(shown.map { Record($0) }, .user)
            presenter.tell(of: answer)
            if shown.count < answer.value.count {
                presenter.diagnostics.notice(
                    "Showing the first \(Quantity.count(shown.count)); `--limit N` for more.")
            }
            if answer.value.isEmpty, presenter.isForPerson {
                presenter.diagnostics.notice("Nobody matches.")
            }
        }
    }

    /// What is asked for: one more than is shown, so that it is known whether there are more.
    static func asking(_ query: SearchQuery) -> SearchQuery {
        SearchQuery(query.text, limit: min(query.limit, .max - 1) + 1)
    }

    private static func limit(_ command: Command) -> Int {
        if case .search(let query) = command { query.limit } else { .max }
    }
}

import SluiceFlow
import Users

/// Prints a page of people.
@MainActor struct ListView {
    /// Who presents it.
    let slot: PresenterSlot

    /// Observes the pages.
    func bind(_ output: UserListViewModel.Output) -> Subscription {
        output.page.events.subscribe { state in
            guard case .loaded(let answer) = state, let presenter = slot.presenter else { return }
            presenter.tell(of: answer)
            presenter.present(answer.value.users.map { Record($0) }, .user)
            if presenter.isForPerson, let note = Self.note(answer.value) {
                presenter.diagnostics.notice(note)
            }
        }
    }

    /// Where a person is in the list, when there is more of it.
    static func note(_ page: UserPage) -> String? {
        guard page.hasNext else { return page.users.isEmpty ? "There is nobody here." : nil }
        let people = Quantity.count(page.users.count, "person", "people")
        let total = page.total.map { " of \(Quantity.count($0))" } ?? ""
        return "Page \(page.page): \(people)\(total); `--page \(page.page + 1)` goes on."
    }
}

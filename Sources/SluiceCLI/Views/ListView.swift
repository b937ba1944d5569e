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
            presenter.present(answer.value.users.map { Record($0) }, .user)
            presenter.tell(of: answer)
            if let note = Self.note(answer.value) {
                presenter.diagnostics.notice(note)
            }
        }
    }

    /// Where a person is in the list, when there is more of it or they are beyond its end. Said in
    /// every format: a program that lists one page should be seen to.
    static func note(_ page: UserPage) -> String? {
        guard page.hasNext else {
            guard page.users.isEmpty else { return nil }
            guard page.page > 1 else { return "There is nobody here." }
            let people = page.total.map { Quantity.count($0, "person", "people") }
            return "There is no page \(page.page)" + (people.map { ": \($0) in all." } ?? ".")
        }
        let people = Quantity.count(page.users.count, "person", "people")
        let total = page.total.map { " of \(Quantity.count($0))" } ?? ""
        return "Page \(page.page): \(people)\(total); "
            + "`--page \(page.page + 1)` with the same options goes on."
    }
}

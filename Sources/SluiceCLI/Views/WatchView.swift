import SluiceFlow
import Users

/// Prints changes as they come, a line each.
@MainActor struct WatchView {
    /// Who presents them.
    let slot: PresenterSlot
    /// Ends the watch, when nobody reads what it prints.
    let stop: PublishRelay<Void>

    /// Observes the changes; the state is kept, since a watch runs as long as it is.
    func bind(_ output: WatchViewModel.Output, in bag: DisposeBag) {
        output.state.subscribe { _ in }.disposed(by: bag)
        output.events.subscribe { event in
            if let presenter = slot.presenter { show(event, presenter) }
        }.disposed(by: bag)
    }

    private func show(_ event: WatchEvent, _ presenter: Presenter) {
        switch event {
        case .began(let people):
            guard presenter.isForPerson else { return }
            let people = Quantity.count(people, "person", "people")
            presenter.diagnostics.notice("Watching \(people); Ctrl-C ends it.")
        case .change(let change):
            presenter.stream(Record(change), .change, line: Self.line(change))
            if presenter.hasLostReader { stop.send() }
        case .trouble(let error):
            presenter.diagnostics.notice(
                "\(Sentence.ended(error.message)) The watch goes on.")
        }
    }

    /// A change as a person reads it: when, what and who.
    static func line(_ change: UserChange) -> String {
        let time = Timestamp.rfc3339(change.at - change.at % 1_000)
        let word = change.kind.rawValue
        let what = Fitting.pad(word, to: 8)
        return "\(time)  \(what)  \(HumanText(now: change.at).line(change.user))"
    }
}

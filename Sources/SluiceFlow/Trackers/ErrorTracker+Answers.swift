extension ErrorTracker {
    /// Asks a question for each error, one at a time, and emits the answers: retry, log in, ignore.
    ///
    /// This is the second way to bind errors; the first is to observe `errors`. Feed the answers back
    /// into the inputs of the view model, inside the screen that owns both:
    ///
    /// ```swift
    /// errors.answers { error in Single("question") { await dialog.ask(error) } }
    ///     .filter { $0 == .retry }.mapTo(()).subscribe { retry.send() }
    ///     .disposed(by: bag)
    /// ```
    ///
    /// An error that arrives while a question is open waits for its answer.
    public func answers<Answer: Sendable>(
        _ question: @escaping @MainActor (TrackedError) -> Single<Answer, Never>
    ) -> Signal<Answer> { errors.concatMap(question) }
}

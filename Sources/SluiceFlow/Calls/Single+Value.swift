extension Single {
    /// Runs the call and waits for its outcome; its trackers are closed before this returns.
    ///
    /// Runs on the caller, where the call's work doesn't leave it. Cancelling the caller's task
    /// cancels the work.
    public func value() async throws(Failure) -> Value {
        let outer = CallScope.current
        // A plain call inside another one's work is part of that one.
        if activities.isEmpty, errors.isEmpty, CallAccount.ledger == nil || outer != nil {
            return try await work()
        }
        let account = outer == nil ? await CallAccount.open(label) : outer?.account
        let result = await run(account, isOwn: outer == nil)
        if outer == nil { await account?.ended() }
        return try result.get()
    }

    /// Runs the call in a task of its own, as part of a larger call: for zip and race.
    func outcome(_ account: CallAccount?) async -> Result<Value, Failure> {
        let parent = CallScope.current?.account
        let result = await run(account, isOwn: true, isHeld: true)
        // The larger call has something to do before this one is off the books.
        await parent?.handedOver()
        await account?.ended()
        return result
    }

    private func run(
        _ account: CallAccount?, isOwn: Bool, isHeld: Bool = false
    ) async -> Result<Value, Failure> {
        let opened = await OpenCall(label, ledgers: activities, account: account)
        let scope = await CallScope(call: opened)
        if isOwn { await account?.entered() }
        let result: Result<Value, Failure> = await CallScope.$current.withValue(scope) {
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        if isHeld { await account?.held() }
        if case .failure(let error) = result { await report(error) }
        await opened.closeInTurn()
        return result
    }
}

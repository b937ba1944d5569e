extension Single {
    /// Runs the call and waits for its outcome; its trackers are closed before this returns.
    ///
    /// Runs on the caller, where the call's work doesn't leave it. Cancelling the caller's task
    /// cancels the work.
    public func value() async throws(Failure) -> Value {
        // A plain call inside another one's work is part of that one.
        if activities.isEmpty, errors.isEmpty, CallAccount.ledger == nil || CallScope.current != nil
        {
            return try await work()
        }
        let outer = CallScope.current
        let account = outer == nil ? await CallAccount.open(label) : nil
        let opened = await OpenCall(
            label, ledgers: activities, account: account ?? outer?.account)
        let scope = await CallScope(call: opened)
        await account?.entered()
        let result: Result<Value, Failure> = await CallScope.$current.withValue(scope) {
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let error) = result { await report(error) }
        await opened.closeInTurn()
        await account?.ended()
        return try result.get()
    }
}

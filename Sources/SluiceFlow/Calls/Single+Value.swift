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
        let opened = await OpenActivities(activities, label: label)
        let account = CallScope.current == nil ? await CallAccount.open(label) : nil
        let scope = CallScope(
            activities: opened, account: account ?? CallScope.current?.account)
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

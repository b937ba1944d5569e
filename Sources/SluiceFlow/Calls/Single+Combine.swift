extension Single {
    /// Both calls at once, as one call with both values; the first failure ends it and cancels the other.
    public func zip<Other: Sendable>(
        _ other: Single<Other, Failure>
    ) -> Single<(Value, Other), Failure> {
        Single<(Value, Other), Failure>(label) { () async throws(Failure) in
            let parts = try await Single<Part<Value, Other>, Failure>.all([
                self.map { .first($0) }, other.map { .second($0) },
            ])
            guard case .first(let first) = parts[0], case .second(let second) = parts[1] else {
                preconditionFailure("the parts of a zip are in order")
            }
            return (first, second)
        }
    }

    /// All calls at once, as one call with their values in order; the first failure ends it and cancels the others.
    public static func zip(_ calls: [Self], label: String = #function) -> Single<[Value], Failure> {
        Single<[Value], Failure>(label) { () async throws(Failure) in try await all(calls) }
    }

    /// All calls at once, as one call with the first outcome, be it a failure; cancels the others.
    public static func race(_ first: Self, _ others: Self..., label: String = #function) -> Self {
        Single(label) { () async throws(Failure) in try await firstOutcome(of: [first] + others) }
    }

    /// The same call, ended with `failure` when `time` has passed on `clock`; a time of zero or less ends it at once.
    public func timeout<C: Clock>(
        after time: Duration, clock: C, failure: @escaping @Sendable () -> Failure
    ) -> Self where C.Duration == Duration {
        let call = Single(label, work)
        return derived { () async throws(Failure) in
            if time <= .zero { throw failure() }
            let alarm = Single("\(call.label), time limit") { () async throws(Failure) in
                try? await clock.sleep(for: time)
                throw failure()
            }
            return try await Self.firstOutcome(of: [call, alarm])
        }
    }

    private static func all(_ calls: [Self]) async throws(Failure) -> [Value] {
        var values = [Int: Value]()
        let failure: Failure? = await gather(calls) { index, result in
            switch result {
            case .success(let value):
                values[index] = value
                return nil
            case .failure(let error): return error
            }
        }
        if let failure { throw failure }
        return calls.indices.compactMap { values[$0] }
    }

    private static func firstOutcome(of calls: [Self]) async throws(Failure) -> Value {
        let first: Result<Value, Failure>? = await gather(calls) { _, result in result }
        guard let first else { preconditionFailure("a race has at least one call") }
        return try first.get()
    }

    /// Runs all calls at once, in tasks of their own; `take` sees each outcome and may end it all.
    private static func gather<Outcome: Sendable>(
        _ calls: [Self], _ take: (Int, Result<Value, Failure>) -> Outcome?
    ) async -> Outcome? {
        if calls.isEmpty { return nil }
        // The parts are on the books before this call is seen to wait for them.
        var parts: [(call: Self, account: CallAccount?)] = []
        for call in calls { parts.append((call, await CallAccount.open(call.label))) }
        return await CallAccount.wait { () async throws(Never) in
            await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
                for (index, part) in parts.enumerated() {
                    group.addTask { (index, await part.call.outcome(part.account)) }
                }
                var missing = parts.count
                for await (index, result) in group {
                    if let outcome = take(index, result) {
                        group.cancelAll()
                        return outcome
                    }
                    missing -= 1
                    // With none missing it has no wait left, and goes on.
                    if missing > 0 { await CallAccount.current?.took() }
                }
                return nil
            }
        }
    }
}

/// One of the two values of a zip.
private enum Part<First: Sendable, Second: Sendable>: Sendable {
    case first(First)
    case second(Second)
}

extension Single {
    /// The same call with its value changed.
    public func map<Output: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Output
    ) -> Single<Output, Failure> {
        let work = work
        return derived { () async throws(Failure) in transform(try await work()) }
    }

    /// This call, then another one made from its value, as one call with one outcome.
    public func flatMap<Output: Sendable>(
        _ next: @escaping @Sendable (Value) -> Single<Output, Failure>
    ) -> Single<Output, Failure> {
        let work = work
        return derived { () async throws(Failure) in
            try await next(try await work()).value()
        }
    }

    /// The same call with its failure changed. Trackers attached before this see the original.
    public func mapError<Other: Error>(
        _ transform: @escaping @Sendable (Failure) -> Other
    ) -> Single<Value, Other> {
        sealed { reported in
            { () async throws(Other) in
                do throws(Failure) { return try await reported() } catch { throw transform(error) }
            }
        }
    }

    /// The same call with a value instead of a failure: it can't fail.
    ///
    /// A tracker attached before this sees the failure; one attached after it doesn't.
    public func recover(
        _ substitute: @escaping @Sendable (Failure) -> Value
    ) -> Single<Value, Never> {
        sealed { reported in
            { () async throws(Never) in
                do throws(Failure) { return try await reported() } catch {
                    return substitute(error)
                }
            }
        }
    }

    /// The same call, ended without a value by a failure.
    public func completeOnError() -> Maybe<Value> {
        Maybe(single: map { Optional($0) }.recover { _ in nil })
    }

    /// A call with other work, seen by the same trackers.
    func derived<Output: Sendable>(
        _ work: @escaping @Sendable () async throws(Failure) -> Output
    ) -> Single<Output, Failure> {
        var other = Single<Output, Failure>(label, work)
        other.policy = policy
        other.activities = activities
        other.errors = errors
        return other
    }

    /// A call with another failure: the error trackers attached so far see the failure of this one.
    private func sealed<Output: Sendable, Other: Error>(
        _ make: (@escaping @Sendable () async throws(Failure) -> Value)
            -> @Sendable () async throws(Other) -> Output
    ) -> Single<Output, Other> {
        let original = self
        let reported: @Sendable () async throws(Failure) -> Value =
            errors.isEmpty
            ? work
            : { @Sendable () async throws(Failure) in
                do throws(Failure) { return try await original.work() } catch {
                    await original.report(error)
                    throw error
                }
            }
        var other = Single<Output, Other>(label, make(reported))
        other.policy = policy
        other.activities = activities
        return other
    }
}

/// A call that can't fail and may end without a value: what `completeOnError` makes.
public struct Maybe<Value: Sendable>: Sendable {
    @usableFromInline let single: Single<Value?, Never>

    /// Runs the call; nil is its end without a value.
    public func value() async -> Value? { await single.value() }
}

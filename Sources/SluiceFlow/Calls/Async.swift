/// Where a call stands that a screen shows: idle, loading, loaded or failed.
///
/// While loading and after a failure the previous value is kept, so that a screen needn't go blank.
public enum Async<Value, Failure: Error> {
    /// Nothing was asked for yet, or what was asked for was cancelled.
    case idle
    /// A call is running; the value of the one before it, if there is one.
    case loading(previous: Value?)
    /// The call gave a value.
    case loaded(Value)
    /// The call failed; the value of the one before it, if there is one.
    case failed(Failure, previous: Value?)

    /// The value to show: the loaded one, or else the previous one.
    public var value: Value? {
        switch self {
        case .idle: nil
        case .loading(let previous), .failed(_, let previous): previous
        case .loaded(let value): value
        }
    }

    /// The failure, if the last call failed.
    public var failure: Failure? {
        if case .failed(let failure, _) = self { failure } else { nil }
    }

    /// Whether a call is running.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// The state without its call: what a cancelled call leaves behind.
    @usableFromInline
    var settled: Self {
        guard case .loading(let previous) = self else { return self }
        if let previous { return .loaded(previous) }
        return .idle
    }

    /// The state after `result`.
    @usableFromInline
    func after(_ result: Result<Value, Failure>) -> Self {
        switch result {
        case .success(let value): .loaded(value)
        case .failure(let error): error.isCancellation ? settled : .failed(error, previous: value)
        }
    }
}

extension Async: Equatable where Value: Equatable, Failure: Equatable {}
extension Async: Sendable where Value: Sendable {}

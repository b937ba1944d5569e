/// Which failures a handler is told of.
public enum CatchPolicy: Sendable, Hashable {
    /// Every error but a cancellation, which a person caused and need not be told of: the default.
    case allErrorsExceptCancellation
    /// Every error, cancellations included.
    case allErrors

    /// Whether a handler with this policy is told of `error`.
    public func admits(_ error: some Error) -> Bool {
        self == .allErrors || !error.isCancellation
    }
}

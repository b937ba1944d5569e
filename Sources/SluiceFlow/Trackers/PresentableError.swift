/// An error that a person may be shown: what failed, why, and what to do next.
///
/// Conform the error type of a service to it, and a front can print every error in one place and
/// choose an exit code from `kind`, without knowing the type. None of the texts may hold a secret.
public protocol PresentableError: Error {
    /// A stable word for programs, in lower camel case: `notFound`, `sessionExpired`.
    var code: String { get }
    /// One sentence for a person: what was attempted, and what went wrong.
    var message: String { get }
    /// The next step a person can take, or nil where there is none.
    var hint: String? { get }
    /// Whose fault it is, which decides the exit code of a program.
    var kind: ErrorKind { get }
}

/// Whose fault an error is, in the few classes that a caller acts on differently.
public enum ErrorKind: String, Sendable, Hashable, CaseIterable {
    /// This machine: a file, the cache, a defect of the program.
    case local
    /// The request as the person made it.
    case usage
    /// What was asked for doesn't exist.
    case notFound
    /// Not logged in, refused credentials, an expired session, or not permitted.
    case unauthorized
    /// The server refused, failed, or answered nonsense.
    case server
    /// The server was not reached, or not in time.
    case unreachable
    /// Nobody's: the call was cancelled.
    case cancelled
}

extension Error {
    /// Whether this error says "cancelled", which is an outcome of its own and not a failure.
    public var isCancellation: Bool {
        if let presentable = self as? any PresentableError { return presentable.kind == .cancelled }
        return self is CancellationError
    }
}

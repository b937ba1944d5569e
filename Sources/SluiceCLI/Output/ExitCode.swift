package import SluiceFlow

/// What the program ends with (C5).
package struct ExitCode: RawRepresentable, Sendable, Hashable {
    /// The number that the shell sees.
    package var rawValue: Int32
    /// Makes a code.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Everything was fine.
    package static let success = ExitCode(rawValue: 0)
    /// A fault of this machine: the cache, a file, a defect of the program.
    package static let local = ExitCode(rawValue: 1)
    /// The command line can't be followed.
    package static let usage = ExitCode(rawValue: 2)
    /// There is no such person.
    package static let notFound = ExitCode(rawValue: 3)
    /// Not logged in, refused credentials, an expired session, or not permitted.
    package static let unauthorized = ExitCode(rawValue: 4)
    /// The server refused, failed or answered nonsense.
    package static let server = ExitCode(rawValue: 5)
    /// The server was not reached, or not in time, or offline it isn't cached.
    package static let unreachable = ExitCode(rawValue: 6)
    /// A person interrupted it.
    package static let interrupted = ExitCode(rawValue: 130)
    /// It was asked to end (SIGTERM).
    package static let terminated = ExitCode(rawValue: 143)

    /// The code for a kind of error.
    package init(_ kind: ErrorKind) {
        self =
            switch kind {
            case .local: .local
            case .usage: .usage
            case .notFound: .notFound
            case .unauthorized: .unauthorized
            case .server: .server
            case .unreachable: .unreachable
            case .cancelled: .interrupted
            }
    }
}

public import SluiceFlow

/// What went wrong in a call to a directory, in words for a person and a code for a program.
///
/// Made once, at the edge of the service, from whatever failed below it. It holds no secret.
public struct ServiceError: PresentableError, Hashable {
    /// What happened, as a stable word; its raw value is printed as `error.code`.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The server has no such person or thing.
        case notFound
        /// Several people match; `matches` lists them.
        case ambiguous
        /// A credential is needed and none was sent.
        case notLoggedIn
        /// The credential was accepted once, and no longer is.
        case sessionExpired
        /// The name or the password is wrong.
        case credentialsRefused
        /// Logged in, and still not permitted (HTTP 403).
        case forbidden
        /// The envelope of the answer says no.
        case rejected
        /// The status of the answer is not a success.
        case badStatus
        /// The answer isn't what the profile says: not JSON, cut, too large, or of another shape.
        case badAnswer
        /// No connection to the server: name, route, refused, TLS.
        case unreachable
        /// The server did not answer in time.
        case timedOut
        /// Not cached, and offline was asked for.
        case notCached
        /// The request can't be made as it was asked for.
        case usage
        /// A profile or the configuration has a mistake.
        case badProfile
        /// The cache file, or another file of the program, can't be used.
        case storage
        /// Another process holds what is needed.
        case busy
        /// The call was cancelled.
        case cancelled
        /// A defect of this program.
        case internalError
    }

    /// What happened.
    public var errorCode: Code
    /// One sentence for a person.
    public var message: String
    /// The next step, or nil.
    public var hint: String?
    /// The HTTP status, where the server answered.
    public var status: Int?
    /// The server's own code, as text.
    public var serverCode: String?
    /// How long the server asked to wait, in seconds.
    public var retryAfter: Int?
    /// The people that match, when the error is `ambiguous`.
    public var matches: [User]
    /// Every mistake of a profile, when the error is `badProfile`.
    public var mistakes: [Mistake] = []

    /// One mistake in a profile.
    public struct Mistake: Sendable, Hashable {
        /// The place in the file: `list.paging.kind`; empty for the whole.
        public var path: String
        /// What is wrong, with the allowed values where there are few.
        public var reason: String
        /// Makes a mistake.
        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, hint: String? = nil, status: Int? = nil,
        serverCode: String? = nil, retryAfter: Int? = nil, matches: [User] = []
    ) {
        errorCode = code
        self.message = message
        self.hint = hint
        self.status = status
        self.serverCode = serverCode
        self.retryAfter = retryAfter
        self.matches = matches
    }

    /// The raw value of `errorCode`.
    public var code: String { errorCode.rawValue }

    /// Whose fault it is.
    public var kind: ErrorKind {
        switch errorCode {
        case .notFound: .notFound
        case .ambiguous, .usage, .badProfile: .usage
        case .notLoggedIn, .sessionExpired, .credentialsRefused, .forbidden: .unauthorized
        case .rejected, .badStatus, .badAnswer: .server
        case .unreachable, .timedOut, .notCached: .unreachable
        case .storage, .busy, .internalError: .local
        case .cancelled: .cancelled
        }
    }
}

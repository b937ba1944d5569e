import SluiceFlow
import SluiceHTTP
import SluiceStore
import Users

extension ServiceError {
    /// The error of a request, as a person sees it: the one place where one becomes the other.
    init(_ error: RequestError, _ profile: Profile, now: Int64) {
        let code: Code =
            switch error.errorCode {
            case .badStatus, .rejected: Self.refusal(error, profile)
            // A library that is missing is no way to the server; a request that can't be made is
            // the fault of whoever asked.
            case .setup where error.hint != nil: .unreachable
            case .setup: .usage
            case .unreachable: .unreachable
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .tooLarge, .badAnswer, .decoding: .badAnswer
            case .sessionExpired: .sessionExpired
            case .notLoggedIn: .notLoggedIn
            case .credentialsRefused: .credentialsRefused
            }
        self.init(
            code, Echo.shortened(error.url, in: error.message), hint: error.hint,
            status: error.status, serverCode: error.serverCode, retryAfter: error.retryAfter)
        switch code {
        case .sessionExpired, .notLoggedIn:
            hint = "`sluice login NAME` logs in; then ask again."
        case .rejected where hint == nil:
            hint = "`sluice status` shows which server was asked, and as whom."
        case .timedOut: hint = "Try again, or allow more time with --timeout."
        case .badAnswer where error.errorCode != .tooLarge:
            hint = "Check that the base URL is this API's; `sluice status` shows it."
        case _ where error.hint == RequestError.proxyLoginHint:
            hint =
                "Give a name and a password in the URL that SLUICE_PROXY is: "
                + "http://NAME:PASSWORD@proxy.example:3128."
        case .unreachable where error.hint == RequestError.certificateHint:
            hint =
                "Check the address; for a server with an authority of its own, "
                + "SLUICE_CA_FILE names a file with its certificate."
        case .unreachable where error.hint == RequestError.proxyHint:
            hint = "Check the proxy, which SLUICE_PROXY names, and the connection."
        case .unreachable where error.errorCode == .unreachable:
            hint = "Check the address, which `sluice status` shows, and the connection."
        default: break
        }
        if error.errorCode == .setup, let hint { message += ". " + hint }
        if profile.retry.says(error) {
            retryAfter = profile.retry.seconds(error, now: now) ?? error.retryAfter ?? 60
            hint = "Try again in \(retryAfter ?? 60) s."
        }
    }

    /// What an answer that isn't a success says.
    private static func refusal(_ error: RequestError, _ profile: Profile) -> Code {
        func isOne(of codes: [String]) -> Bool { error.serverCode.map(codes.contains) ?? false }
        let otherwise: Code = error.errorCode == .rejected ? .rejected : .badStatus
        if profile.retry.says(error) { return otherwise }
        if error.kind == .notFound || isOne(of: profile.envelope.notFoundCodes) { return .notFound }
        if error.status == 403 || isOne(of: profile.envelope.forbiddenCodes) { return .forbidden }
        return otherwise
    }

    /// The error of the cache, as a person sees it.
    init(_ error: StoreError) {
        let code: Code =
            switch error.errorCode {
            case .cancelled: .cancelled
            case .busy: .busy
            case .closed, .constraint, .defect: .internalError
            case .cannotOpen, .readOnly, .diskFull, .outOfMemory, .inputOutput, .corrupt,
                .notADatabase, .foreign,
                .newerVersion, .vanished:
                .storage
            }
        self.init(code, error.message, hint: error.hint)
    }

    /// The error of a small file, as a person sees it; `attempt` follows "could not".
    init(_ failure: FileFailure, _ attempt: String) {
        self.init(
            .storage, "Could not \(attempt) “\(failure.path)”: \(failure.reason)",
            hint: failure.hint)
    }

    /// The error of an account that was asked for by name and isn't logged in.
    static func notLoggedIn(_ account: String) -> ServiceError {
        let account = Echo.shortened(account)
        return ServiceError(
            .notLoggedIn, "\(account) is not logged in", hint: "`sluice login \(account)` logs in.")
    }

    /// The same error where nobody was asked for by id: the address leads to another place than an
    /// API of this kind, and that nobody is there would be untrue.
    var ofNoPerson: ServiceError {
        guard errorCode == .notFound else { return self }
        var error = self
        error.errorCode = status == 200 ? .rejected : .badStatus
        error.hint = "Check the base URL; `sluice status` shows it."
        return error
    }

    /// The error of a profile, as a person sees it.
    init(_ error: ProfileError) {
        let count = error.mistakes.count
        self.init(
            .badProfile, count == 1 ? error.description : "\(error.origin) has \(count) mistakes")
        mistakes = error.mistakes.map { Mistake(path: $0.path, reason: $0.reason) }
    }

    /// Whether an answer from the cache may stand in: the server wasn't reached, or could not answer.
    ///
    /// A refusal is an answer, and is never hidden behind an older one. 666 is no 5xx.
    var allowsStale: Bool {
        switch errorCode {
        case .unreachable, .timedOut, .notCached: true
        // A time to come back is given only by who can't answer now.
        case .badStatus, .rejected:
            retryAfter != nil
                || status.map { (500..<600).contains($0) || $0 == 429 || $0 == 408 } ?? false
        default: false
        }
    }
}

/// Runs work on the cache, and gives its error the form that a person sees.
func cached<Value>(
    _ work: () throws(StoreError) -> Value
) throws(ServiceError) -> Value {
    do throws(StoreError) { return try work() } catch { throw ServiceError(error) }
}

/// Runs work on the cache that waits, and gives its error the form that a person sees.
func cached<Value>(
    _ work: () async throws(StoreError) -> Value
) async throws(ServiceError) -> Value {
    do throws(StoreError) { return try await work() } catch { throw ServiceError(error) }
}

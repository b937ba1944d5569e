public import SluiceFlow

extension RequestError {
    /// The raw value of `errorCode`.
    public var code: String { errorCode.rawValue }

    /// Whose fault it is.
    public var kind: ErrorKind {
        switch errorCode {
        case .unreachable, .timedOut: .unreachable
        case .cancelled: .cancelled
        case .setup: .local
        case .sessionExpired, .notLoggedIn, .credentialsRefused: .unauthorized
        case .badStatus where status == 404 || status == 410: .notFound
        case .badStatus where status == 401 || status == 403: .unauthorized
        case .badStatus, .rejected, .badAnswer, .decoding, .tooLarge: .server
        }
    }

    /// One sentence: what was attempted, and what went wrong.
    public var message: String {
        "\(method.rawValue) \(url): " + ([outcome] + said).joined(separator: ": ")
    }

    /// What happened, without who said what.
    private var outcome: String {
        switch errorCode {
        case .unreachable: "the server could not be reached"
        case .timedOut: "the server did not answer in time"
        case .cancelled: "cancelled"
        case .tooLarge: "the answer is too large"
        case .badAnswer: "the answer\(withStatus) can't be read"
        case .decoding: "the answer has another shape than expected"
        case .badStatus: "the server answered with status \(status.map(String.init) ?? "unknown")"
        case .rejected: "the server refused"
        case .sessionExpired: "the session has expired\(withStatus)"
        case .notLoggedIn: "the server wants a login\(withStatus)"
        case .credentialsRefused: "the name or the password was refused\(withStatus)"
        case .setup: "the request could not be made"
        }
    }

    private var withStatus: String { status.map { " (status \($0))" } ?? "" }

    /// The finder's words, then the server's own.
    private var said: [String] {
        var said: [String] = []
        if let path { said.append(path) }
        if let detail { said.append(detail) }
        if let offset { said.append("at byte \(offset)") }
        let words = serverMessage.map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
        switch (words, serverCode) {
        case (let words?, let code?): said.append("“\(words)” (code \(code))")
        case (let words?, nil): said.append("“\(words)”")
        case (nil, let code?): said.append("code \(code)")
        case (nil, nil): break
        }
        return said
    }

    /// The next step that a code suggests, where there is one; `wait` is what a failed answer asks for.
    static func hint(for code: Code, status: Int?, wait: String?) -> String? {
        if let wait, code == .badStatus || code == .rejected || code == .credentialsRefused {
            return wait
        }
        return switch code {
        case .sessionExpired, .notLoggedIn: "Log in, and ask again."
        case .credentialsRefused: "Check the name and the password."
        case .unreachable: "Check the address and the connection."
        case .timedOut: "Try again, or allow more time."
        case .tooLarge: "Ask for less, or allow a larger answer."
        case .badAnswer, .decoding: "Check that the base URL is this API's."
        case .badStatus: hint(forStatus: status)
        case .rejected, .cancelled, .setup: nil
        }
    }

    /// The next step where a server's certificate isn't trusted.
    package static let certificateHint =
        "Check the address; for a server with an authority of its own, name a file with its certificate."

    /// The next step where a proxy is what can't be reached; nothing is wrong with the address then.
    package static let proxyHint = "Check the proxy's address and the connection."

    /// The next step where a proxy lets nobody through who doesn't log in.
    package static let proxyLoginHint = "Give a name and a password in the proxy's URL."

    /// That an answer asks to wait, and for how long; nil when it doesn't.
    static func wait(askedBy response: HTTPResponse, _ redactor: Redactor) -> String? {
        if let seconds = response.retryAfter {
            return seconds > 0 ? "The server asks to wait \(seconds) s before another try." : nil
        }
        return response.retryTime.map { "The server asks to wait until \(redactor.clean($0))." }
    }

    private static func hint(forStatus status: Int?) -> String? {
        switch status ?? 0 {
        case 401: return "Log in, and ask again."
        case 403: return "The account is not permitted to do this."
        case 404, 410: return "Check the id and the base URL."
        case 407: return proxyLoginHint
        case 429: return "Wait a while, then try again."
        case 500...599: return "The server has a problem; try again later."
        default: return nil
        }
    }
}

extension RequestError: CustomStringConvertible {
    /// The message, and the hint after it.
    public var description: String { hint.map { "\(message). \($0)" } ?? message }
}

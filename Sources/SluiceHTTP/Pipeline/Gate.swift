/// One stage that an answer passes, or that stops it with an error.
///
///     /// Says that the server is being worked on, which it tells in a field of its own.
///     struct MaintenanceGate: Gate {
///         func check(_ answer: GatedAnswer) throws(RequestError) {
///             guard answer.headers["X-Maintenance"] == nil else { throw answer.error(.rejected, "maintenance") }
///         }
///     }
///     client.gates.append(MaintenanceGate())
///
/// A gate of yours comes after those of the session, the status and the envelope, and before the payload.
public protocol Gate: Sendable {
    /// Throws when the answer must not pass.
    func check(_ answer: GatedAnswer) throws(RequestError)
}

/// An answer as a gate sees it, lent for the time of the check.
public struct GatedAnswer {
    let exchange: Exchange

    /// The status.
    public var status: Int { exchange.response.status }
    /// The fields.
    public var headers: HTTPHeaders { exchange.response.headers }
    /// What was asked.
    public var request: HTTPRequest { exchange.request }
    /// The server's own code, where the client's rules find one.
    public var serverCode: String? { exchange.serverCode }
    /// The server's own words, where the client's rules find some.
    public var serverMessage: String? { exchange.serverMessage }

    /// The scalar at a path of the body as text, `meta.state` say; nil when there is none.
    public func text(at path: String) -> String? {
        guard let path = try? JSONPath(path) else { return nil }
        return exchange.root?.value(at: path)?.text
    }

    /// An error with what the server said, to throw.
    public func error(_ code: RequestError.Code, _ detail: String? = nil) -> RequestError {
        exchange.error(code, detail)
    }
}

/// One request and its answer, as the gates look at it.
///
/// The root points into the answer's document, so an exchange must not outlive the run of the gates.
struct Exchange {
    /// What was asked.
    let request: HTTPRequest
    /// Whether the request is a login, in answer to which "unauthorized" has another meaning.
    let isLogin: Bool
    /// Whether a redirect led to another server, which says nothing of the session with this one.
    let isElsewhere: Bool
    /// What came back.
    let response: HTTPResponse
    /// The body as JSON; nil when it is empty or isn't JSON.
    let root: JSONValue?
    /// Why a body isn't JSON.
    let problem: JSONSyntaxError?
    /// What the API's answers mean.
    let rules: APIRules

    /// The server's own code, as text.
    var serverCode: String? {
        rules.codePaths.lazy.compactMap { root?.value(at: $0)?.text }.first
    }

    /// The server's own words; of an answer in plain text, that text.
    var serverMessage: String? {
        if let root {
            let values = rules.messagePaths.lazy.compactMap { root.value(at: $0) }
            return values.compactMap(\.string).first { !$0.isEmpty }
                ?? values.compactMap(\.gatheredText).first
        }
        guard contentType.hasPrefix("text/plain"), !response.body.isEmpty else { return nil }
        let text = String(decoding: response.body.prefix(500), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    /// The media type, in lower case; empty when there is none.
    var contentType: String {
        (response.headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
    }

    /// An error with what the server said.
    func error(
        _ code: RequestError.Code, _ detail: String? = nil, path: String? = nil,
        offset: Int? = nil, hint: String? = nil
    ) -> RequestError {
        RequestError(
            code, request: request, response: response, detail: detail, serverCode: serverCode,
            serverMessage: serverMessage, path: path, offset: offset, hint: hint)
    }

    /// The error of a body that should be JSON.
    func notJSON() -> RequestError {
        if response.body.isEmpty { return error(.badAnswer, "the body is empty") }
        let isPage = contentType.hasSuffix("html") || contentType.hasSuffix("xhtml+xml")
        let what = isPage ? "an HTML page instead of JSON" : "not JSON"
        let reason = isPage ? nil : problem?.reason
        return error(
            .badAnswer, reason.map { "\(what), \($0)" } ?? what, offset: problem?.offset)
    }
}

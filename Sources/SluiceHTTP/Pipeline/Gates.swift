// The gates of the pipeline, in the order in which an answer passes them. The order is what makes
// them right: with the status gate before the session gate, an expired session that is told by a
// status would never be seen as one.

/// Gate (a): the bytes. Checks their size, leaves out a byte-order mark, and scans them.
///
/// What isn't JSON passes here, since a status says more about such an answer than its text does.
struct BytesGate {
    /// The most bytes.
    let limit: Int

    func open(_ response: HTTPResponse, of request: HTTPRequest) throws(RequestError) -> ScannedBody
    {
        guard response.body.count <= limit else {
            var shown = response
            shown.body = []
            throw RequestError(
                .tooLarge, request: request, response: shown,
                detail: "\(response.body.count) bytes, and \(limit) are allowed")
        }
        let content = JSONDocument.content(of: response.body)
        guard !content.isEmpty else { return ScannedBody(document: nil, problem: nil) }
        do {
            let document = try JSONDocument(response.body, in: content)
            return ScannedBody(document: document, problem: nil)
        } catch {
            return ScannedBody(document: nil, problem: error)
        }
    }
}

/// Gate (b): the session. A status or a code in the body says that the credential isn't accepted.
struct SessionGate {
    func check(_ exchange: Exchange) throws(RequestError) {
        let rules = exchange.rules
        let isSession =
            rules.sessionStatuses.contains(exchange.response.status)
            || !rules.sessionCodes.isEmpty
                && exchange.serverCode.map(rules.sessionCodes.contains) ?? false
        guard isSession, !exchange.isElsewhere else { return }
        if exchange.isLogin { throw exchange.error(.credentialsRefused) }
        throw exchange.error(exchange.request.carriesCredential ? .sessionExpired : .notLoggedIn)
    }
}

/// Gate (c): the status. 2xx passes; any other is an error with the server's code and message.
struct StatusGate {
    func check(_ exchange: Exchange) throws(RequestError) {
        guard !(200..<300).contains(exchange.response.status) else { return }
        throw exchange.error(.badStatus)
    }
}

/// Gate (d): the envelope. Its tests decide whether an answer with a good status is a success.
struct EnvelopeGate {
    func check(_ exchange: Exchange) throws(RequestError) {
        let tests = exchange.rules.success
        guard !tests.isEmpty, !exchange.response.body.isEmpty else { return }
        guard let root = exchange.root else { throw exchange.notJSON() }
        guard tests.allSatisfy({ $0.holds(root) }) else { throw exchange.error(.rejected) }
    }
}

/// Gates (e) to (g): the payload. From the data if the key is there, else from the whole body.
struct PayloadGate {
    func open(_ exchange: Exchange) -> Payload {
        guard let root = exchange.root else {
            return Payload(exchange: exchange, content: .nothing, path: "")
        }
        if let path = exchange.rules.dataPath, let data = root.value(at: path) {
            return Payload(
                exchange: exchange, content: data.isNull ? .null : .value(data), path: path.text)
        }
        return Payload(exchange: exchange, content: root.isNull ? .null : .value(root), path: "")
    }
}

/// A body after the first gate: a document, or why it is none.
struct ScannedBody: ~Copyable {
    let document: JSONDocument?
    let problem: JSONSyntaxError?

    /// Lends the document's root; nil when there is none.
    borrowing func withRoot<Result>(
        _ body: (JSONValue?) throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        switch document {
        case .some(let document): try document.withRoot(body)
        case .none: try body(nil)
        }
    }
}

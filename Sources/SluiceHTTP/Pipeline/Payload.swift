/// What an answer carries once it has passed the gates, lent to whoever reads it.
///
/// It points into the answer's document: nothing of it but plain values may leave the closure.
package struct Payload {
    enum Content {
        /// No body, or one that isn't JSON.
        case nothing
        case null
        case value(JSONValue)
    }

    let exchange: Exchange
    let content: Content
    /// Where the payload is in the body; empty when it is the whole of it.
    package let path: String

    /// The whole body; nil when there is none.
    package var root: JSONValue? { exchange.root }

    /// The payload; nil when there is none, or null.
    package var value: JSONValue? { if case .value(let value) = content { value } else { nil } }

    /// The answer: status, headers, bytes.
    package var response: HTTPResponse { exchange.response }

    /// The error of an answer that isn't as expected at `path`, counted from the payload.
    package func error(
        _ detail: String, at path: String = "", code: RequestError.Code = .decoding
    ) -> RequestError {
        let whole = path.isEmpty || path.hasPrefix("[") ? self.path + path : join(path)
        return exchange.error(code, detail, path: whole.isEmpty ? nil : whole)
    }

    /// The error of a body that should be JSON: empty, a page, or where it stops being any.
    package func notJSON() -> RequestError { exchange.notJSON() }

    private func join(_ tail: String) -> String { path.isEmpty ? tail : path + "." + tail }
}

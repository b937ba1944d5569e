import SluiceHTTP

/// An answer of the sample directory, before it is written.
struct SampleAnswer {
    var status = 200
    /// The envelope's code; the status unless said otherwise.
    var code: Int?
    var message = "ok"
    /// The payload as JSON text.
    var data = "null"

    static func failure(_ status: Int, _ message: String) -> SampleAnswer {
        SampleAnswer(status: status, message: message)
    }

    /// The answer as it goes out, at a time in milliseconds since 1970.
    func response(at now: Int64) -> HTTPResponse {
        let text =
            "{\"code\":\(code ?? status),\"message\":\(JSONText.quoted(message)),"
            + "\"timestamp\":\(now),\"data\":\(data)}"
        return HTTPResponse(status: status, text: text)
    }
}

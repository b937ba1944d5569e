/// An answer as it came: status, header fields, and the bytes of the body after decompression.
public struct HTTPResponse: Sendable, Hashable {
    /// The status; any three digits, also ones that no standard knows (666).
    public var status: Int
    /// The fields.
    public var headers: HTTPHeaders
    /// The body; empty when there is none.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes an answer with a text as its body; the content type is JSON unless `headers` says otherwise.
    public init(status: Int, headers: HTTPHeaders = [:], text: String) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
        if self.headers["Content-Type"] == nil {
            self.headers["Content-Type"] = "application/json"
        }
    }
}

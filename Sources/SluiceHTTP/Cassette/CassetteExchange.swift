import FoundationEssentials

/// One request and what came of it, as a cassette holds them.
struct CassetteExchange: Codable, Sendable, Hashable {
    struct Request: Codable, Sendable, Hashable {
        var method: String
        var url: String
        var headers: [[String]]
        var body: String?
        var base64: String?
    }

    struct Response: Codable, Sendable, Hashable {
        var status: Int
        var headers: [[String]]
        var body: String?
        var base64: String?
    }

    struct Failure: Codable, Sendable, Hashable {
        var code: String
        var detail: String?
    }

    /// What two requests have in common for which the answer is the same: all but the fields.
    struct Key: Hashable, Sendable {
        let method: String
        let url: String
        let body: String?
    }

    var request: Request
    var response: Response?
    var failure: Failure?
    /// How long it took.
    var milliseconds: Int64?

    var key: Key { request.key }
}

extension CassetteExchange.Request {
    /// The request as it is written down, and as a request to be answered is looked for.
    init(_ request: HTTPRequest, _ redactor: Redactor) {
        method = request.method.rawValue
        url = redactor.clean(request.url.description)
        headers = redactor.lines(request.headers)
        guard let bytes = request.body, !bytes.isEmpty else { return }
        let type = request.headers["Content-Type"] ?? ""
        (body, base64) = redactor.texts(bytes, isForm: type.hasPrefix("application/x-www-form"))
    }

    /// A mask that a replay writes into a URL is still one.
    var key: CassetteExchange.Key {
        CassetteExchange.Key(
            method: method, url: url.replacing(Self.encodedMask, with: Redaction.mask),
            body: body.map { $0.replacing(Self.encodedMask, with: Redaction.mask) } ?? base64)
    }

    private static let encodedMask = PercentEncoding.encode(Redaction.mask)
}

extension CassetteExchange.Response {
    init(_ response: HTTPResponse, _ redactor: Redactor) {
        status = response.status
        headers = redactor.lines(response.headers)
        guard !response.body.isEmpty else { return }
        (body, base64) = redactor.texts(response.body)
    }

    /// The answer that is played.
    var played: HTTPResponse {
        var fields = HTTPHeaders()
        for field in headers where field.count == 2 { fields.add(field[0], field[1]) }
        let bytes = base64.flatMap { Data(base64Encoded: $0) }.map(Array.init)
        return HTTPResponse(
            status: status, headers: fields, body: bytes ?? Array((body ?? "").utf8))
    }
}

extension Redactor {
    /// The fields, with secret ones masked, and the secrets of URLs in the others.
    fileprivate func lines(_ headers: HTTPHeaders) -> [[String]] {
        headers.fields.map { field in
            if field.isSecret { return [field.name, Redaction.mask] }
            return [field.name, clean(Redaction.maskURLs(field.value))]
        }
    }

    /// A body as text without secrets, or as base64 where it is no text.
    fileprivate func texts(_ bytes: [UInt8], isForm: Bool = false) -> (String?, String?) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return (nil, Data(bytes).base64EncodedString())
        }
        return (isForm ? clean(Redaction.maskQuery(text)) : cleanBody(text), nil)
    }
}

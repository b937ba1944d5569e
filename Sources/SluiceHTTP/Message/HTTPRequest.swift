/// A request, ready to be sent.
public struct HTTPRequest: Sendable, Hashable {
    /// What is to be done.
    public var method: HTTPMethod
    /// Where.
    public var url: HTTPURL
    /// The fields; those the transport needs (Host, Content-Length, …) are added by it.
    public var headers: HTTPHeaders
    /// The body; nil for none.
    public var body: [UInt8]?
    /// A body that is read from files while it is sent, in place of `body`; nil for none.
    public var upload: UploadBody?
    /// Texts that may never appear in an error, such as a password that the body holds.
    public var secrets: [String]
    /// Limits of this request; nil for the transport's own.
    public var limits: Limits?

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get, _ url: HTTPURL, headers: HTTPHeaders = [:],
        body: [UInt8]? = nil, secrets: [String] = [], limits: Limits? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.secrets = secrets
        self.limits = limits
    }

    /// Whether it says who is asking: a secret header, or a user in the URL.
    public var carriesCredential: Bool {
        headers.holdsCredential || url.userInfo != nil || holdsCredentialElsewhere
    }

    /// Fields of the answer that are looked at besides the usual ones, and so are kept in an error.
    var heeded: [String] = []

    /// Whether its query or its body says who is asking.
    var holdsCredentialElsewhere = false

    /// Whether something is sent besides the fields.
    var hasBody: Bool { body != nil || upload != nil }

    /// Fails with `setup` when the request can't be written as it is.
    func checkHeaders() throws(RequestError) {
        if let name = headers.refusedName {
            throw RequestError(
                .setup, request: self,
                detail: "the header \(name.debugDescription) holds a character that none may")
        }
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL, without secrets.
    public var description: String { "\(method.rawValue) \(url)" }

    /// The same, for `dump` and the debugger: neither headers nor body.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

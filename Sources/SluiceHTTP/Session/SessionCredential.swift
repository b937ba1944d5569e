/// What says who is asking: one header field or several, all of them secret.
///
///     SessionCredential.bearer(token)
///     SessionCredential(["X-Api-Key": key, "X-Tenant": tenant])
public struct SessionCredential: Sendable, Hashable {
    /// The fields; each is marked as a secret.
    public let headers: HTTPHeaders

    /// Makes a credential of fields; all of them are kept out of errors and within one origin.
    public init(_ fields: KeyValuePairs<String, String>) {
        var headers = HTTPHeaders()
        for (name, value) in fields { headers.add(name, value, isSecret: true) }
        self.headers = headers
    }

    /// A token as RFC 6750 sends it.
    public static func bearer(_ token: String) -> SessionCredential {
        SessionCredential(["Authorization": "Bearer " + token])
    }

    /// Puts the fields into a request, in place of older ones of the same names.
    func apply(to request: inout HTTPRequest) {
        for field in headers.fields {
            request.headers.set(field.name, to: field.value, isSecret: true)
        }
        // So that the request isn't sent, as with a field of its own that can't be written.
        if let name = headers.refusedName { request.headers.add(name, "\n") }
    }
}

extension SessionCredential: CustomStringConvertible, CustomReflectable {
    /// The names of the fields, without their values.
    public var description: String { headers.description }

    /// The same, for `dump` and the debugger.
    public var customMirror: Mirror { Mirror(self, children: ["headers": description]) }
}

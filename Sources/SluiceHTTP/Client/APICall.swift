public import FoundationEssentials
public import SluiceFlow

/// A call that has been described and not yet made: what to ask, and how to treat the answer.
///
/// Each method gives a changed copy; `object()` ends the description with what the answer holds.
/// A mistake in the description, such as a header that can't be, is the call's error when it runs.
public struct APICall: Sendable {
    let client: APIClient
    var request: HTTPRequest
    var isLogin = false
    var policy: CatchPolicy?
    var retry: RetryPolicy?
    /// Whether it was given limits, so that those of the client aren't stretched for a long transfer.
    var hasOwnLimits = false
    var reportsProgress = false
    var mistake: String?

    init(client: APIClient, _ method: HTTPMethod, _ url: HTTPURL) {
        self.client = client
        request = HTTPRequest(method, url, headers: client.callHeaders, limits: client.limits)
        request.heeded = client.heeded
        if url.origin != client.baseURL.origin {
            mistake = "the URL is of another server than \(client.baseURL.origin)"
        }
    }

    /// What the call is named in a status line: method and path, without secrets.
    public var label: String {
        let label = request.method.rawValue + " " + request.url.pathDescription
        return request.holdsCredentialElsewhere ? Redactor(request).clean(label) : label
    }

    /// Sets a header field; say so when its value is a credential.
    public func header(_ name: String, _ value: String, isSecret: Bool = false) -> APICall {
        with { $0.request.headers.set(name, to: value, isSecret: isSecret) }
    }

    /// Adds `name=value` to the query.
    public func query(_ name: String, _ value: some CustomStringConvertible) -> APICall {
        with { call in
            var path: Path = ""
            path.addQuery(name, value)
            call.request.url = call.request.url.appending(path)
        }
    }

    /// Sends a value as JSON; with its keys in order, so that equal values are equal requests.
    public func json(
        _ value: some Encodable,
        encoder: @autoclosure () -> JSONEncoder = {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return encoder
        }()
    ) -> APICall {
        with { call in
            do {
                call.request.body = Array(try encoder().encode(value))
                call.request.headers["Content-Type"] = "application/json"
            } catch {
                call.mistake = "the body can't be written as JSON"
            }
        }
    }

    /// Sends fields as a form does (`application/x-www-form-urlencoded`).
    public func form(_ fields: KeyValuePairs<String, String>) -> APICall {
        var path: Path = ""
        for (name, value) in fields { path.addQuery(name, value) }
        return body(
            Array((path.encodedQuery ?? "").utf8), type: "application/x-www-form-urlencoded")
    }

    /// Sends bytes.
    public func body(_ bytes: [UInt8], type: String) -> APICall {
        with { call in
            call.request.body = bytes
            call.request.headers["Content-Type"] = type
        }
    }

    /// Makes it a login: its refusal is `credentialsRefused`, and `secrets` are kept out of errors.
    public func login(secrets: [String]) -> APICall {
        with { call in
            call.isLogin = true
            call.request.secrets += secrets
        }
    }

    /// Sets limits of its own.
    public func limits(_ limits: Limits) -> APICall {
        with { call in
            call.request.limits = limits
            call.hasOwnLimits = true
        }
    }

    /// Says which of its failures the central handler is told of.
    public func catching(_ policy: CatchPolicy) -> APICall { with { $0.policy = policy } }

    /// Says which of its failures are tried again.
    public func retrying(_ policy: RetryPolicy) -> APICall {
        with { call in
            call.retry = policy
            call.request.heeded = policy.heeded
        }
    }

    /// Sends a key by which the server knows a second try of the same, so that it may be made.
    ///
    /// The key is yours to make, one for each thing that is to happen once.
    public func idempotencyKey(_ key: String) -> APICall { header("Idempotency-Key", key) }

    func with(_ change: (inout APICall) -> Void) -> APICall {
        var call = self
        change(&call)
        return call
    }
}

public import FoundationEssentials
public import SluiceFlow

/// An API at one base URL: makes the calls, and holds what is the same for all of them.
///
///     struct UserAPI { let client: APIClient
///         func user(_ id: User.ID) -> Single<User, RequestError> {
///             client.get("/v3/user/\(id)").object()
///         }
///     }
///
/// A value: change a copy, and calls made from it differ. Making one opens no connection.
public struct APIClient: Sendable {
    /// Is told of a failure that its call's policy admits, before the caller is.
    public typealias FailureHandler = @Sendable (RequestError) async -> Void

    /// What every path is appended to; its query, if any, goes along with each call.
    public var baseURL: HTTPURL
    /// What carries the requests.
    public var transport: any Transport
    /// What the answers mean.
    public var rules: APIRules
    /// Fields of every request, a credential among them; a call's own win over these.
    public var headers: HTTPHeaders
    /// The limits of every call that has none of its own.
    public var limits: Limits
    /// Which failures the central handler is told of, unless the call says otherwise.
    public var catchPolicy: CatchPolicy
    /// The central handler: the one place that shows an error, or asks for a login.
    public var onFailure: FailureHandler?
    /// Gates of your own, which an answer passes after the client's, in order.
    public var gates: [any Gate] = []
    /// Who is logged in, where the client is to see to that by itself; nil sends `headers` only.
    public var session: ClientSession?
    /// Which failures are tried again; none, unless set.
    public var retry = RetryPolicy.never
    /// Whether equal GETs in flight are one request.
    public var sharesRequests = true
    /// What pauses and totals are measured on.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Draws the length of a pause, from 0 up to 1.
    public var random: @Sendable () -> Double = { .random(in: 0..<1) }
    /// The same for all copies of a client.
    let coalescer = Coalescer()
    /// Makes the decoder of a call's payload: the place for date and key strategies.
    public var makeDecoder: @Sendable () -> JSONDecoder

    /// Makes a client of an API.
    public init(
        _ baseURL: HTTPURL, transport: any Transport, rules: APIRules = .standard,
        headers: HTTPHeaders = [:], limits: Limits = Limits(),
        catchPolicy: CatchPolicy = .allErrorsExceptCancellation, session: ClientSession? = nil,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
        onFailure: FailureHandler? = nil
    ) {
        self.baseURL = baseURL
        self.transport = transport
        self.rules = rules
        self.headers = headers
        self.limits = limits
        self.catchPolicy = catchPolicy
        self.session = session
        self.makeDecoder = makeDecoder
        self.onFailure = onFailure
    }

    /// Describes a call that reads.
    public func get(_ path: Path) -> APICall { call(.get, path) }

    /// Describes a call that makes something, or does it.
    public func post(_ path: Path) -> APICall { call(.post, path) }

    /// Describes a call that replaces.
    public func put(_ path: Path) -> APICall { call(.put, path) }

    /// Describes a call that changes in part.
    public func patch(_ path: Path) -> APICall { call(.patch, path) }

    /// Describes a call that removes.
    public func delete(_ path: Path) -> APICall { call(.delete, path) }

    /// Describes a call by method and path.
    public func call(_ method: HTTPMethod, _ path: Path) -> APICall {
        APICall(client: self, method, baseURL.appending(path))
    }

    /// Describes a call to a URL that a server gave, such as the next page's.
    ///
    /// A URL of another origin is an error when the call runs: the credential is not for it.
    public func call(_ method: HTTPMethod, url: HTTPURL) -> APICall {
        APICall(client: self, method, url)
    }
}

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

    /// What is set of a client, shared by its copies: each call holds one.
    private var settings: Settings

    /// Makes a client of an API.
    public init(
        _ baseURL: HTTPURL, transport: any Transport, rules: APIRules = .standard,
        headers: HTTPHeaders = [:], limits: Limits = Limits(),
        catchPolicy: CatchPolicy = .allErrorsExceptCancellation, session: ClientSession? = nil,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() },
        onFailure: FailureHandler? = nil
    ) {
        settings = Settings(
            Settings.Values(
                baseURL: baseURL, transport: transport, rules: rules, headers: headers,
                limits: limits, catchPolicy: catchPolicy, onFailure: onFailure, session: session,
                makeDecoder: makeDecoder))
    }

    /// What every path is appended to; its query, if any, goes along with each call.
    public var baseURL: HTTPURL {
        get { settings.values.baseURL }
        set { set { $0.baseURL = newValue } }
    }

    /// What carries the requests.
    public var transport: any Transport {
        get { settings.values.transport }
        set { set { $0.transport = newValue } }
    }

    /// What the answers mean.
    public var rules: APIRules {
        get { settings.values.rules }
        set { set { $0.rules = newValue } }
    }

    /// Fields of every request, a credential among them; a call's own win over these.
    public var headers: HTTPHeaders {
        get { settings.values.headers }
        set { set { $0.headers = newValue } }
    }

    /// The limits of every call that has none of its own.
    public var limits: Limits {
        get { settings.values.limits }
        set { set { $0.limits = newValue } }
    }

    /// Which failures the central handler is told of, unless the call says otherwise.
    public var catchPolicy: CatchPolicy {
        get { settings.values.catchPolicy }
        set { set { $0.catchPolicy = newValue } }
    }

    /// The central handler: the one place that shows an error, or asks for a login.
    public var onFailure: FailureHandler? {
        get { settings.values.onFailure }
        set { set { $0.onFailure = newValue } }
    }

    /// Gates of your own, which an answer passes after the client's, in order.
    public var gates: [any Gate] {
        get { settings.values.gates }
        set { set { $0.gates = newValue } }
    }

    /// Who is logged in, where the client is to see to that by itself; nil sends `headers` only.
    public var session: ClientSession? {
        get { settings.values.session }
        set { set { $0.session = newValue } }
    }

    /// Which failures are tried again; none, unless set.
    public var retry: RetryPolicy {
        get { settings.values.retry }
        set { set { $0.retry = newValue } }
    }

    /// Whether equal GETs in flight are one request.
    public var sharesRequests: Bool {
        get { settings.values.sharesRequests }
        set { set { $0.sharesRequests = newValue } }
    }

    /// What pauses and totals are measured on.
    public var clock: any Clock<Duration> {
        get { settings.values.clock }
        set { set { $0.clock = newValue } }
    }

    /// Draws the length of a pause, from 0 up to 1.
    public var random: @Sendable () -> Double {
        get { settings.values.random }
        set { set { $0.random = newValue } }
    }

    /// Makes the decoder of a call's payload: the place for date and key strategies.
    public var makeDecoder: @Sendable () -> JSONDecoder {
        get { settings.values.makeDecoder }
        set { set { $0.makeDecoder = newValue } }
    }

    /// The fields that a call begins with.
    var callHeaders: HTTPHeaders { settings.callHeaders }

    /// Fields of an answer that its errors keep, besides the usual ones.
    var heeded: [String] { settings.heeded }

    /// What shares requests: the same for all copies of a client.
    var coalescer: Coalescer { settings.values.coalescer }

    /// The transport, where it needs no task to wait in.
    var beginningTransport: (any BeginningTransport)? { settings.beginningTransport }

    private mutating func set(_ change: (inout Settings.Values) -> Void) {
        var values = settings.values
        change(&values)
        settings = Settings(values)
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

import CCurl
import Synchronization

/// The transport that goes to the network: libcurl, and a thread that waits for its sockets.
///
/// libcurl and the thread start with the first request, and end with the transport; connections are
/// kept open in between. A request is begun on the thread that makes it, which takes some
/// microseconds; nothing there waits for the network or for another request. HTTP/2 and gzip are
/// used where the server offers them, TLS is always verified, no redirect is followed, and neither
/// the environment's proxies nor `.netrc` are read. A cancelled request returns promptly, and its
/// connection is closed. Fails with `setup` where libcurl isn't installed. Source:
/// https://curl.se/libcurl/c/libcurl-multi.html
public final class CurlTransport: Transport {
    /// What is the same for every request of a transport.
    public struct Options: Sendable, Hashable {
        /// The limits of a request that has none of its own.
        public var limits: Limits
        /// A file of certificates to trust instead of the system's; nil for those.
        public var caFile: String?
        /// A proxy's URL; nil for none.
        public var proxy: String?
        /// What the program calls itself to a server.
        public var userAgent: String
        /// How many requests run at once; further ones wait, within their total limit.
        public var maxConcurrent: Int

        /// Makes options; without arguments, the defaults.
        public init(
            limits: Limits = Limits(), caFile: String? = nil, proxy: String? = nil,
            userAgent: String = "Sluice/1", maxConcurrent: Int = 64
        ) {
            self.limits = limits
            self.caFile = caFile
            self.proxy = proxy
            self.userAgent = userAgent
            self.maxConcurrent = maxConcurrent
        }
    }

    /// What is the same for every request.
    public let options: Options
    private let loop = Mutex<CurlLoop?>(nil)

    /// Makes a transport; loads nothing, opens nothing, starts nothing.
    public init(_ options: Options = Options()) { self.options = options }

    /// Sends a request; any status is an answer.
    public func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        try await send(request, TransferHooks())
    }

    /// Sends a request, and hands the body of a 2xx answer over as it comes.
    public func send(
        _ request: HTTPRequest, _ hooks: TransferHooks
    ) async throws(RequestError) -> HTTPResponse {
        try request.checkHeaders()
        return try await startedLoop(for: request).run(request, hooks)
    }

    private func startedLoop(for request: HTTPRequest) throws(RequestError) -> CurlLoop {
        guard request.url.isHTTP else {
            throw RequestError(
                .setup, request: request,
                detail: "the scheme \(request.url.scheme) is not http or https")
        }
        do {
            return try loop.withLock { loop throws(CurlLoop.Unavailable) in
                if let loop { return loop }
                let started = try CurlLoop(options)
                loop = started
                return started
            }
        } catch {
            throw error.asRequestError(request)
        }
    }
}

extension CurlTransport: BeginningTransport {
    package func begin(
        _ request: HTTPRequest,
        _ done: @escaping @Sendable (Result<HTTPResponse, RequestError>) -> Void
    ) -> @Sendable () -> Void {
        do throws(RequestError) {
            return try startedLoop(for: request).begin(request, TransferHooks(), done)
        } catch {
            done(.failure(error))
            return {}
        }
    }
}

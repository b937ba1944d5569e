import SluiceHTTP
import Synchronization

/// A transport that is made at the first request: what is answered from the cache never loads it.
final class LazyTransport: Transport {
    private let made = Mutex<(any Transport)?>(nil)
    private let make: @Sendable () -> any Transport

    init(_ make: @escaping @Sendable () -> any Transport) { self.make = make }

    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        let transport = made.withLock { made in
            if let made { return made }
            let transport = make()
            made = transport
            return transport
        }
        return try await transport.send(request)
    }
}

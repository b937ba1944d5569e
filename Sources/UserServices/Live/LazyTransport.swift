import SluiceHTTP
import Synchronization

/// A transport that is made at the first request: what is answered from the cache never loads it.
final class LazyTransport: BeginningTransport {
    private let made = Mutex<(any Transport)?>(nil)
    private let make: @Sendable () -> any Transport

    init(_ make: @escaping @Sendable () -> any Transport) { self.make = make }

    private var transport: any Transport {
        made.withLock { made in
            if let made { return made }
            let transport = make()
            made = transport
            return transport
        }
    }

    func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        try await transport.send(request)
    }

    func send(
        _ request: HTTPRequest, _ hooks: TransferHooks
    ) async throws(RequestError) -> HTTPResponse {
        try await transport.send(request, hooks)
    }

    func begin(
        _ request: HTTPRequest,
        _ done: @escaping @Sendable (Result<HTTPResponse, RequestError>) -> Void
    ) -> @Sendable () -> Void {
        let transport = transport
        if let transport = transport as? any BeginningTransport {
            return transport.begin(request, done)
        }
        // One that waits in a task of its caller's gets one here, which ends with the transfer.
        let task = Task {
            do throws(RequestError) {
                done(.success(try await transport.send(request)))
            } catch {
                done(.failure(error))
            }
        }
        return { task.cancel() }
    }
}

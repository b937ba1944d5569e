import Synchronization

/// Passes requests on to another transport, and keeps what came of each for a cassette.
///
/// What it keeps holds secrets until `cassette` is asked for: that is when all that were sent are
/// known. Bodies are kept whole.
public final class RecordingTransport: Transport {
    private let transport: any Transport
    private let clock: any Clock<Duration>
    private let state = Mutex<[TakenExchange]>([])

    /// Records what `transport` does, and takes the time on `clock`.
    public init(_ transport: any Transport, clock: any Clock<Duration> = ContinuousClock()) {
        self.transport = transport
        self.clock = clock
    }

    /// What has been recorded and is over, in the order of asking, without secrets.
    public var cassette: Cassette {
        let taken = state.withLock { $0 }
        let redactor = Redactor(taken.map(\.request))
        return Cassette(exchanges: taken.compactMap { CassetteExchange($0, redactor) })
    }

    /// Sends a request by the other transport.
    public func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        let place = state.withLock { taken in
            taken.append(TakenExchange(request))
            return taken.count - 1
        }
        let watch = Stopwatch(clock)
        let result: Result<HTTPResponse, RequestError>
        do throws(RequestError) {
            result = .success(try await transport.send(request))
        } catch {
            result = .failure(error)
        }
        let milliseconds = Int64(watch.elapsed() / .milliseconds(1))
        state.withLock { taken in
            taken[place].result = result
            taken[place].milliseconds = milliseconds
        }
        return try result.get()
    }
}

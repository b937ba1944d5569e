import Synchronization

/// Answers from a cassette: each exchange once, in order among those with the same request.
///
/// A request is looked for as it would have been written down, without its secrets, so that another
/// password finds the same answer; its fields don't matter. One that isn't there fails with `setup`.
public final class PlayingTransport: Transport {
    private let clock: (any Clock<Duration>)?
    /// Whether what isn't on the cassette was never answered, since what recorded it was ended.
    private let isCut: Bool
    private let state: Mutex<[CassetteExchange.Key: ArraySlice<CassetteExchange>]>

    /// Plays a cassette: at once, or as slowly as it was recorded where there is a clock.
    public convenience init(_ cassette: Cassette, clock: (any Clock<Duration>)? = nil) {
        self.init(cassette, clock: clock, isCut: false)
    }

    /// The same; where it `isCut`, requests beyond its end wait until they are given up.
    package init(_ cassette: Cassette, clock: (any Clock<Duration>)?, isCut: Bool) {
        self.clock = clock
        self.isCut = isCut
        state = Mutex(Dictionary(grouping: cassette.exchanges, by: \.key).mapValues { $0[...] })
    }

    /// How many exchanges have not been played.
    public var rest: Int { state.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Gives the answer that was recorded.
    public func send(_ request: HTTPRequest) async throws(RequestError) -> HTTPResponse {
        try request.checkHeaders()
        let key = CassetteExchange.Request(request, Redactor(request)).key
        guard let exchange = state.withLock({ $0[key]?.popFirst() }) else {
            if isCut, let clock {
                try? await clock.sleep(for: .milliseconds(CassetteExchange.forEver))
                throw .cancelled(request)
            }
            throw RequestError(
                .setup, request: request, detail: "the cassette has no further answer to this",
                hint: "Record it again.")
        }
        if let clock, let milliseconds = exchange.played {
            do { try await clock.sleep(for: .milliseconds(milliseconds)) } catch {
                throw .cancelled(request)
            }
        }
        if Task.isCancelled { throw .cancelled(request) }
        if let response = exchange.response { return response.played }
        let code = exchange.failure.flatMap { RequestError.Code(rawValue: $0.code) }
        throw RequestError(code ?? .setup, request: request, detail: exchange.failure?.detail)
    }
}

extension CassetteExchange {
    /// How long it is to take: one that its caller gave up goes on until that happens again.
    fileprivate var played: Int64? {
        failure?.code == RequestError.Code.cancelled.rawValue ? Self.forEver : milliseconds
    }

    /// A day: no session waits for as long.
    fileprivate static let forEver: Int64 = 86_400_000
}

public import SluiceFlow

/// An answer that goes on and on: its elements as events, and the call that brings them.
///
///     let feed = client.get("/v3/events").events()
///     feed.elements.subscribe { print($0.data) }.disposed(by: bag)
///     feed.call.trackError(errors).subscribe { }.disposed(by: bag)
///
/// Nothing comes until the call runs; each run is a new request. The call ends when the server ends
/// the answer, and fails as any call does; the elements know no failure and outlast it. They wait
/// in memory while the main actor is busy.
@MainActor
public struct Feed<Element: Sendable> {
    /// Emits each element in order, while the call runs; completes when the feed and the call are gone.
    public let elements: Signal<Element>
    /// The call that brings the elements; track it, and cancel it to close the connection.
    public let call: Single<Void, RequestError>

    init(_ call: APICall, _ parser: @escaping @Sendable () -> any FeedParser<Element>) {
        let relay = PublishRelay<Element>()
        elements = relay.signal
        let stretched = call.stretched(idle: .seconds(60))
        self.call = Single(call.label) { () async throws(RequestError) in
            try await stretched.runFeed(into: relay, parser)
        }
        .catchPolicy(call.policy ?? call.client.catchPolicy)
    }
}

extension APICall {
    /// Each line of the answer as it comes.
    ///
    /// Without limits of its own the call has a day, no limit of size, and a minute without a byte.
    @MainActor public func lines() -> Feed<String> { Feed(self) { LineFeed() } }

    /// Each value of an answer that has one JSON text a line (ndjson), as it comes; blank lines are skipped.
    ///
    /// A line that isn't the value ends the call with `decoding` and the line's number.
    @MainActor public func elements<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) -> Feed<Value> {
        let decoder = client.makeDecoder
        return Feed(self) { ValueFeed(decoder: decoder()) }
    }

    /// Each server-sent event of the answer as it comes.
    @MainActor public func events() -> Feed<ServerSentEvent> {
        let call =
            request.headers["Accept"] == "application/json"
            ? header("Accept", "text/event-stream") : self
        return Feed(call) { EventFeed() }
    }

    /// Reads the answer into `relay`, in order, on the main actor.
    fileprivate func runFeed<Element: Sendable>(
        into relay: PublishRelay<Element>,
        _ parser: @escaping @Sendable () -> any FeedParser<Element>
    ) async throws(RequestError) {
        let readers = LastMade<FeedReader<Element>>()
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        async let delivered: Void = Self.deliver(stream, to: relay)
        let result: Result<Void, RequestError>
        do throws(RequestError) {
            try await run(
                receiver: {
                    let reader = FeedReader(parser()) { continuation.yield($0) }
                    readers.value = reader
                    return { reader.take($0) }
                },
                { _ in readers.value?.end() })
            result = .success(())
        } catch {
            result = .failure(error)
        }
        continuation.finish()
        await delivered
        if let problem = readers.value?.problem {
            throw RequestError(
                problem.code, request: request, detail: problem.detail, path: problem.path)
        }
        try result.get()
    }

    @MainActor
    private static func deliver<Element: Sendable>(
        _ stream: AsyncStream<Element>, to relay: PublishRelay<Element>
    ) async {
        for await element in stream { relay.send(element) }
    }
}

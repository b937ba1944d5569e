extension Flow where Element: Sendable {
    /// Every event from now on, for `for await`, in order and none left out; a driver's latest first.
    ///
    /// Events wait in memory until they are taken. Ending the loop ends the observation.
    public var values: AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream()
        let subscription = subscribe { element in
            continuation.yield(element)
        } completed: {
            continuation.finish()
        }
        continuation.onTermination = { _ in
            // The loop may end on any thread; the observation ends on the main actor.
            Task { @MainActor in subscription.dispose() }
        }
        return stream
    }
}

extension Flow where Kind == EventKind {
    /// The elements of a sequence as events, taken from when this is made, as long as it or an observer lives.
    ///
    /// A sequence that can fail has to have its failures handled before.
    public init<Sequence: AsyncSequence & Sendable>(_ sequence: Sequence)
    where Sequence.Element == Element, Sequence.Failure == Never, Element: Sendable {
        let stage = SequenceStage<Element>(replays: false)
        stage.read(sequence)
        self = stage.flow()
    }
}

/// Reads a sequence for as long as it lives.
@MainActor
private final class SequenceStage<Element: Sendable>: Stage<Element> {
    private var task: Task<Void, Never>?

    func read<Sequence: AsyncSequence & Sendable>(_ sequence: Sequence)
    where Sequence.Element == Element, Sequence.Failure == Never {
        let hub = WeakHub(hub: hub)
        task = Task { await Self.read(sequence, into: hub) }
    }

    private static func read<Sequence: AsyncSequence>(
        _ sequence: Sequence, into hub: WeakHub<Element>
    ) async where Sequence.Element == Element, Sequence.Failure == Never {
        var iterator = sequence.makeAsyncIterator()
        while let element = await iterator.next(isolation: #isolation) {
            if Task.isCancelled { return }
            hub.hub?.send(element)
        }
        hub.hub?.complete()
    }

    isolated deinit { task?.cancel() }
}

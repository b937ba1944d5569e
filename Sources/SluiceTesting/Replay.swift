public import SluiceFlow

/// Plays a recorded session: its inputs at their times, against a service that answers as it did.
@MainActor
public final class Replay {
    /// The test's time.
    public let time: VirtualTime
    private let recording: SessionRecording
    private let exchanges: ReplayedExchanges
    private var senders: [String: @MainActor (String) -> Bool] = [:]

    init(_ recording: SessionRecording, _ time: VirtualTime) {
        self.recording = recording
        self.time = time
        exchanges = ReplayedExchanges(recording.exchanges)
    }

    /// Says how the text of a recorded input becomes an element again; nil is text that it can't be.
    public func input<Element>(
        _ name: String, _ relay: PublishRelay<Element>,
        _ decode: @escaping @MainActor (String) -> Element?
    ) -> Signal<Element> {
        senders[name] = { text in
            guard let element = decode(text) else { return false }
            relay.send(element)
            return true
        }
        return time.input(name, relay)
    }

    /// The recorded answer to a call, after as long as it took then: for the stub service of the replay.
    ///
    /// Calls of one name are answered in the order in which they were recorded. One that was never
    /// recorded is answered with nil, at once.
    public nonisolated func answer(to call: String) async -> String? {
        guard let exchange = await exchanges.next(for: call) else { return nil }
        try? await time.clock.sleep(for: exchange.duration)
        return exchange.answer
    }

    fileprivate func play() async throws {
        for event in recording.timeline.events where event.role == .input {
            try await time.advance(by: time.clock.now.duration(to: .init(offset: event.time)))
            guard let send = senders[event.name] else {
                throw TestFailure("the recording has an input “\(event.name)”, the replay has none")
            }
            if !send(event.text) {
                throw TestFailure("the input “\(event.name)” can't be read from \(event.text)")
            }
        }
        try await time.advanceToEnd()
        try time.expect(recording.timeline.description)
    }
}

extension VirtualTime {
    /// Replays a recorded session as a test: the same inputs and answers have to give the same events.
    ///
    /// - Parameters:
    ///   - recording: the session.
    ///   - connect: makes the view models, with inputs from `Replay.input` and a service that asks
    ///     `Replay.answer`, and records their outputs in the order in which they were recorded.
    /// - Throws: `TestFailure` with the first event that differs.
    public static func replay(
        _ recording: SessionRecording, _ connect: @MainActor (Replay) throws -> Void
    ) async throws {
        try await run { time in
            let replay = Replay(recording, time)
            try connect(replay)
            try await replay.play()
        }
    }
}

/// The recorded answers that haven't been given yet, by call.
private actor ReplayedExchanges {
    private var waiting: [String: ArraySlice<SessionRecording.Exchange>]

    init(_ exchanges: [SessionRecording.Exchange]) {
        waiting = Dictionary(grouping: exchanges, by: \.call).mapValues { $0[...] }
    }

    func next(for call: String) -> SessionRecording.Exchange? { waiting[call]?.popFirst() }
}

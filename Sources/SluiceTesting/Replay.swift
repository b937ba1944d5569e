public import SluiceFlow
public import SluiceHTTP

/// Plays a recorded session: its inputs at their times, against a service that answers as it did.
///
/// A front's recorded exchanges with a server are played by `transport()`, to whatever client it has;
/// those of a service that was recorded call by call are given by `answer(to:)`.
@MainActor
public final class Replay: TimelineRecording {
    /// The test's time.
    public let time: VirtualTime
    /// What is played.
    public let recording: SessionRecording
    private let exchanges: ReplayedExchanges
    private var senders: [String: @MainActor (String) async throws -> Bool] = [:]

    init(_ recording: SessionRecording, _ time: VirtualTime) {
        self.recording = recording
        self.time = time
        exchanges = ReplayedExchanges(recording.exchanges)
    }

    /// Says how the text of a recorded input becomes an element again; nil is text that it can't be.
    public func input<Element>(
        _ name: String, _ relay: PublishRelay<Element>,
        _ reading: @escaping @MainActor (String) -> Element?
    ) -> Signal<Element> {
        senders[name] = { text in
            guard let element = reading(text) else { return false }
            relay.send(element)
            return true
        }
        return time.input(name, relay)
    }

    /// Records an output by name, as it was in the session.
    public func output<Kind, Element>(_ name: String, _ source: Flow<Kind, Element>) {
        time.recorder.output(name, source)
    }

    /// Says what a recorded input does that is no element of a stream: to open another screen, say.
    ///
    /// `handle` gets the input's text, and is over before anything else happens.
    public func action(_ name: String, _ handle: @escaping @MainActor (String) async throws -> Void)
    {
        senders[name] = { [time] text in
            time.recorder.add(.input, name, text)
            try await handle(text)
            return true
        }
    }

    /// A transport that answers as the recorded server did, after as long as it took then.
    ///
    /// A recording whose `isBusy` is true at its end was cut, and what it has no answer to had none.
    ///
    /// - Throws: `Cassette.Malformed` for an exchange that can't be read.
    public func transport() throws -> PlayingTransport {
        let lines = recording.exchanges.filter { $0.call == SessionRecording.httpCall }
        let busy = recording.timeline.events.last { $0.role == .output && $0.name == "isBusy" }
        return PlayingTransport(
            try Cassette(lines: lines.map(\.answer)), clock: time.clock,
            isCut: busy?.text == "true")
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
        let events = recording.timeline.events
        for event in events where event.role == .input {
            try await time.advance(by: timeLeft(until: event))
            guard let send = senders[event.name] else {
                throw TestFailure("the recording has an input “\(event.name)”, the replay has none")
            }
            if try await !send(event.text) {
                throw TestFailure("the input “\(event.name)” can't be read from \(event.text)")
            }
        }
        try await time.settle()
        if let last = events.last { try await time.advance(by: timeLeft(until: last)) }
        // Its program was ended in the middle of a call: what would have come is in no recording.
        if time.hasOpenCalls, time.recorder.timeline == recording.timeline,
            let giveUp = senders["cancel"]
        {
            _ = try await giveUp("")
            try await time.settle()
            return time.assertAll()
        }
        try await time.advanceToEnd()
        try time.expect(recording.timeline.description)
    }

    private func timeLeft(until event: Timeline.Event) -> Duration {
        max(.zero, time.clock.now.duration(to: .init(offset: event.time)))
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

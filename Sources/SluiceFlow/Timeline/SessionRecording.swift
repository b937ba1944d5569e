/// What a session was: its inputs with their times, its exchanges with a service, what came out.
///
/// As text it is a timeline in which an exchange is a line of its own, written when it ends: when it
/// began, its call, how long it took, and what it gave. A call named `http` is an exchange with a
/// server, and its answer a line of a cassette.
/// ```
/// sluice recording 1
///     0 ms  > show "7"
///     0 ms  ~ user(7) 120 ms {"id":"7","name":"Ana"}
///     0 ms  user  loading
///   120 ms  user  loaded Ana
/// ```
public struct SessionRecording: Sendable, Hashable, CustomStringConvertible {
    /// One call to a service, and its answer. The answer must hold no secret.
    public struct Exchange: Sendable, Hashable {
        /// The call, without spaces.
        public var call: String
        /// When it began.
        public var start: Duration
        /// How long it took.
        public var duration: Duration
        /// What it gave, as text of one line.
        public var answer: String

        /// Makes an exchange.
        public init(call: String, start: Duration, duration: Duration, answer: String) {
            self.call = call
            self.start = start
            self.duration = duration
            self.answer = answer
        }
    }

    /// What was done and seen.
    public var timeline: Timeline
    /// The exchanges, in the order in which they began.
    public var exchanges: [Exchange]

    /// Makes a recording.
    public init(timeline: Timeline, exchanges: [Exchange]) {
        self.timeline = timeline
        self.exchanges = exchanges
    }

    /// The first line of a recording's text.
    package static let header = "sluice recording 1"
    /// The call of an exchange with a server.
    package static let httpCall = "http"

    /// Reads a recording's text; nil when it isn't one, or of another version.
    ///
    /// A last line without a line end is one that was being written when its program ended, and isn't
    /// read.
    public init?(_ text: String) {
        var lines = text.split(separator: "\n")
        if text.last != "\n" { lines = lines.dropLast() }
        guard lines.first.map(String.init) == Self.header else { return nil }
        lines.removeFirst()
        exchanges = []
        var events: [Timeline.Event] = []
        for line in lines {
            if let exchange = Exchange(line: line) {
                exchanges.append(exchange)
            } else if let event = Timeline.Event(line: line) {
                events.append(event)
            } else {
                return nil
            }
        }
        timeline = Timeline(events: events)
    }

    /// The text: the exchanges, then the timeline.
    public var description: String {
        Self.header + "\n" + exchanges.map { $0.line + "\n" }.joined() + timeline.description
    }
}

extension SessionRecording.Exchange {
    /// The exchange's line.
    package var line: String {
        let start = milliseconds(of: start)
        let pad = String(repeating: " ", count: max(0, 5 - start.count))
        return "\(pad)\(start) ms  ~ \(call) \(milliseconds(of: duration)) ms \(answer.onOneLine)"
    }

    fileprivate init?(line: Substring) {
        guard let mark = line.firstRange(of: " ms  ~ "),
            let start = Duration(milliseconds: line[..<mark.lowerBound].drop { $0 == " " })
        else { return nil }
        let parts = line[mark.upperBound...].split(
            separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[2] == "ms", let duration = Duration(milliseconds: parts[1])
        else { return nil }
        self.init(
            call: String(parts[0]), start: start, duration: duration, answer: String(parts[3]))
    }
}

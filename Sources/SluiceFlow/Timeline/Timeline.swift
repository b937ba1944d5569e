/// The events of a view model in order, with their times: a snapshot of what it did.
///
/// As text it has a line an event: the time, the name, the value; inputs are marked with `>`.
/// ```
///     0 ms  > search "an"
///     0 ms  isBusy  true
///   120 ms  rows    Ana Brandt, Dana Ito
///   120 ms  isBusy  false
/// ```
public struct Timeline: Sendable, Hashable, CustomStringConvertible {
    /// Whether an event went in or came out.
    public enum Role: Sendable, Hashable {
        /// A person did it.
        case input
        /// A person sees it.
        case output
    }

    /// One event.
    public struct Event: Sendable, Hashable {
        /// When, counted from the start.
        public var time: Duration
        /// Whether it went in or came out.
        public var role: Role
        /// The stream's name.
        public var name: String
        /// The value, as text of one line.
        public var text: String

        /// Makes an event.
        public init(time: Duration, role: Role, name: String, text: String) {
            self.time = time
            self.role = role
            self.name = name
            self.text = text
        }
    }

    /// The events, oldest first.
    public var events: [Event]

    /// Makes a timeline.
    public init(events: [Event] = []) { self.events = events }

    /// The text, a line an event, each ended by a newline.
    public var description: String {
        let width = events.lazy.filter { $0.role == .output }.map(\.name.count).max() ?? 0
        return events.map { $0.line(nameWidth: width) + "\n" }.joined()
    }
}

extension Timeline.Event {
    /// The event's line; the names of outputs are filled up to a width.
    package func line(nameWidth: Int) -> String {
        let time = milliseconds(of: time)
        let pad = String(repeating: " ", count: max(0, 5 - time.count))
        switch role {
        case .input:
            return "\(pad)\(time) ms  > \(name)" + (text.isEmpty ? "" : " \(text)")
        case .output:
            let gap = String(repeating: " ", count: max(0, nameWidth - name.count))
            return "\(pad)\(time) ms  \(name)\(gap)  \(text)"
        }
    }
}

/// A duration in milliseconds, with a fraction only where it has one.
func milliseconds(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let whole = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let rest = attoseconds % 1_000_000_000_000_000 / 1_000_000_000
    if rest == 0 { return String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
}

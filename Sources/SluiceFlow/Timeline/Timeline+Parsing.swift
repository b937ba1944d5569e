extension Timeline {
    /// Reads a timeline's text; nil for a line that isn't one of its lines.
    public init?(_ text: String) {
        events = []
        for line in text.split(separator: "\n") {
            guard let event = Event(line: line) else { return nil }
            events.append(event)
        }
    }
}

extension Timeline.Event {
    /// Reads `  120 ms  isBusy  true` or `    0 ms  > search "an"`.
    init?(line: Substring) {
        guard let unit = line.firstRange(of: " ms  "),
            let time = Duration(milliseconds: line[..<unit.lowerBound].drop { $0 == " " })
        else { return nil }
        var rest = line[unit.upperBound...]
        let role: Timeline.Role = rest.hasPrefix("> ") ? .input : .output
        if role == .input { rest = rest.dropFirst(2) }
        let name = rest.prefix { $0 != " " }
        if name.isEmpty { return nil }
        self.init(
            time: time, role: role, name: String(name),
            text: String(rest.dropFirst(name.count).drop { $0 == " " }))
    }
}

extension Duration {
    /// Reads a number of milliseconds, with at most six digits of a fraction.
    init?(milliseconds text: Substring) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = Int64(parts[0]) else { return nil }
        var nanoseconds: Int64 = 0
        if parts.count == 2 {
            guard (1...6).contains(parts[1].count), let fraction = Int64(parts[1]) else {
                return nil
            }
            nanoseconds = fraction
            for _ in parts[1].count..<6 { nanoseconds *= 10 }
        }
        self = .milliseconds(whole) + .nanoseconds(nanoseconds)
    }
}

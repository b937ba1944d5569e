/// A value that says how it stands in a timeline: one line, short, and nothing that varies by run.
public protocol TimelineText {
    /// The line.
    var timelineText: String { get }
}

/// How a value stands in a timeline: its own text, or else its description, on one line.
public func timelineText(of value: Any) -> String {
    if let value = value as? any TimelineText { return value.timelineText }
    if value is Void { return "" }
    return String(describing: value).onOneLine
}

extension String {
    var onOneLine: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension String: TimelineText {
    /// The text in quotes, with line ends escaped.
    public var timelineText: String { "\"\(onOneLine)\"" }
}

extension Optional: TimelineText {
    /// The value's text, or `none`.
    public var timelineText: String {
        if let self { SluiceFlow.timelineText(of: self) } else { "none" }
    }
}

extension Array: TimelineText {
    /// The elements' texts, with commas between; `none` when empty.
    public var timelineText: String {
        isEmpty ? "none" : map { SluiceFlow.timelineText(of: $0) }.joined(separator: ", ")
    }
}

extension Async: TimelineText {
    /// The state, and what a screen would show with it.
    public var timelineText: String {
        switch self {
        case .idle: "idle"
        case .loading(nil): "loading"
        case .loading(let previous?): "loading, was \(SluiceFlow.timelineText(of: previous))"
        case .loaded(let value): "loaded \(SluiceFlow.timelineText(of: value))"
        case .failed(let error, nil): "failed \(text(of: error))"
        case .failed(let error, let previous?):
            "failed \(text(of: error)), was \(SluiceFlow.timelineText(of: previous))"
        }
    }
}

extension TrackedError: TimelineText {
    /// The error, and the call that it belongs to.
    public var timelineText: String { "#\(id) \(text(of: error)) in \(label)" }
}

extension ActivityTracker.Call: TimelineText {
    /// The label, and the progress where there is one.
    public var timelineText: String {
        progress.map { "\(label) \($0.timelineText)" } ?? label
    }
}

extension CallProgress: TimelineText {
    /// How far it has come, of how much where that is known.
    public var timelineText: String {
        "\(completed)" + (total.map { " of \($0)" } ?? "") + " \(unit)"
    }
}

private func text(of error: any Error) -> String {
    guard let error = error as? any PresentableError else { return timelineText(of: error) }
    return "\(error.code) \(error.message.timelineText)"
}

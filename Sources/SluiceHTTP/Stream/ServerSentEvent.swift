/// One event of a stream of server-sent events.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
public struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; `message` unless the server says otherwise.
    public var name: String
    /// Its data, lines joined by line breaks.
    public var data: String
    /// The last id that the server gave, to go on from after a break (`Last-Event-ID`).
    public var id: String?

    /// Makes an event.
    public init(name: String = "message", data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }
}

/// Puts lines together into events; pure.
struct EventParser: Sendable {
    private var name = ""
    private var data: [Substring] = []
    private var id: String?
    private var isFirstLine = true

    /// Takes a line, and gives the event that it ends, if it ends one.
    mutating func take(_ line: String) -> ServerSentEvent? {
        var line = line[...]
        if isFirstLine, line.unicodeScalars.first == "\u{FEFF}" {
            line = Substring(line.unicodeScalars.dropFirst())
        }
        isFirstLine = false
        guard !line.isEmpty else { return dispatch() }
        let field = line.prefix { $0 != ":" }
        var value = line.dropFirst(field.count + 1)
        if value.first == " " { value = value.dropFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(value)
        case "id": if !value.unicodeScalars.contains("\0") { id = String(value) }
        // A comment, a time to wait before another connection, or what is not known.
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer { (name, data) = ("", []) }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), id: id)
    }
}

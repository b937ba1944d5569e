public import SluiceFlow

/// What keeps a session while it goes on: the exchanges below the view models, and what a front notes.
///
/// Its time is that of inputs and exchanges, and stands still between them, so that a replay in
/// virtual time gives the same times.
public protocol SessionRecorder: Sendable {
    /// The session's time.
    var time: Duration { get }
    /// Moves the session's time on to the present; call it before an input of a person's.
    func moveOn()
    /// Keeps what went into a view model, or came out of one.
    func note(_ event: Timeline.Event)
    /// Ends the recording. Throws when not all of it could be kept.
    func end() throws(ServiceError) -> RecordedSession
}

/// Where a recorded session is, and how much it holds.
public struct RecordedSession: Sendable, Hashable {
    /// The file.
    public var path: String
    /// How many inputs.
    public var inputs: Int
    /// How many exchanges with a server.
    public var exchanges: Int
    /// Makes one.
    public init(path: String, inputs: Int, exchanges: Int) {
        self.path = path
        self.inputs = inputs
        self.exchanges = exchanges
    }
}

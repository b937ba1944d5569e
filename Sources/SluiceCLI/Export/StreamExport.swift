import Synchronization
import Users

/// An export to standard output: rows as they come; a JSON array only when it is whole (C4).
final class StreamExport: ExportTarget {
    private struct State {
        var text: ExportText
        /// The part of a JSON array that is there so far.
        var kept = ""
    }
    private let state: Mutex<State>
    private let sink: any TextSink

    init(_ text: ExportText, to sink: any TextSink) {
        state = Mutex(State(text: text))
        self.sink = sink
    }

    func write(_ users: [User]) throws(ServiceError) -> Bool {
        let text = state.withLock { state in
            let text = state.text.next(users)
            guard state.text.format == .json else { return text }
            state.kept += text
            return ""
        }
        return try put(text)
    }

    func complete() throws(ServiceError) {
        let text = state.withLock { state in
            defer { state.kept = "" }
            return state.kept + state.text.end()
        }
        _ = try put(text)
    }

    func discard() { state.withLock { $0.kept = "" } }

    /// False when nobody reads any more, as after `| head`.
    private func put(_ text: String) throws(ServiceError) -> Bool {
        guard !text.isEmpty else { return true }
        do throws(WriteFailure) {
            try sink.write(text)
            return true
        } catch {
            if error.isClosedPipe { return false }
            throw ServiceError(.storage, error.message, hint: error.hint)
        }
    }
}

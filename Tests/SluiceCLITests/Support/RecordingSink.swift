import Synchronization

@testable import SluiceCLI

/// Keeps what is written, and fails like a stream whose reader is gone when told to.
final class RecordingSink: TextSink {
    private let state = Mutex<(text: String, failure: WriteFailure?)>(("", nil))

    /// Everything written so far.
    var text: String { state.withLock { $0.text } }

    /// Fails every later write.
    func fail(_ number: Int32) {
        state.withLock { $0.failure = WriteFailure(number: number) }
    }

    func write(_ text: String) throws(WriteFailure) {
        let failure = state.withLock { state in
            if state.failure == nil { state.text += text }
            return state.failure
        }
        if let failure { throw failure }
    }
}

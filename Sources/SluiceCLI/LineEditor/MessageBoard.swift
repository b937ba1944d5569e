import Synchronization

/// Messages that wait to be printed above a prompt; pinned from any thread, taken by the editor's.
final class MessageBoard: Sendable {
    private let messages = Mutex<[String]>([])
    /// Woken when a message is pinned.
    let pipe = WakePipe()

    /// Pins a message, and wakes the editor.
    func pin(_ message: String) {
        messages.withLock { $0.append(message) }
        pipe.wake()
    }

    /// Takes everything down, as one text; nil when there is nothing.
    func take() -> String? {
        let taken = messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
        return taken.isEmpty ? nil : taken.joined()
    }
}

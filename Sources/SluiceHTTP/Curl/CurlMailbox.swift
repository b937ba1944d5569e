import CCurl
import Synchronization

/// What a thread of transfers is told by others: requests to begin, to drop, and to end itself.
final class CurlMailbox: Sendable {
    enum Message: Sendable {
        case start(CurlJob)
        case cancel(UInt64)
        case stop
    }

    /// Owned by the thread, which frees it when it has taken `stop`; nothing is posted after that.
    nonisolated(unsafe) let multi: OpaquePointer  // elsewhere only to wake it: thread-safe

    private let messages = Mutex<[Message]>([])
    private let lastID = Atomic<UInt64>(0)

    init(_ multi: OpaquePointer) { self.multi = multi }

    /// A number for a request.
    func nextID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Leaves a message, and wakes the thread unless an earlier message does so.
    func post(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { ccurl_multi_wakeup(multi) }
    }

    /// Takes every message, in order.
    func take() -> [Message] {
        messages.withLock { messages in
            guard !messages.isEmpty else { return [] }
            let taken = messages
            messages = []
            return taken
        }
    }
}

import Synchronization

/// What those who drive the transfers are told by others: requests to begin, to drop, and to end.
final class CurlMailbox: Sendable {
    enum Message: Sendable {
        case start(CurlJob)
        case cancel(UInt64)
        case stop
    }

    private let messages = Mutex<[Message]>([])
    private let lastID = Atomic<UInt64>(0)

    /// A number for a request.
    func nextID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Whether a message is waiting.
    var isEmpty: Bool { messages.withLock { $0.isEmpty } }

    /// Leaves a message.
    func post(_ message: Message) { messages.withLock { $0.append(message) } }

    /// Takes every message, in order.
    func take() -> [Message] { take { _ in true } ?? [] }

    /// Takes every message, in order; nil, and none, unless all of them are such.
    func take(ifAll isSuch: (Message) -> Bool) -> [Message]? {
        messages.withLock { messages in
            guard !messages.isEmpty else { return [] }
            guard messages.allSatisfy(isSuch) else { return nil }
            let taken = messages
            messages = []
            return taken
        }
    }
}

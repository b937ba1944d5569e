import Synchronization

/// The object that the latest try of a call has made.
final class LastMade<Object: Sendable>: Sendable {
    private let state = Mutex<Object?>(nil)

    var value: Object? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

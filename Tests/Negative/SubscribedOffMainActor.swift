// error: call to main actor-isolated instance method 'subscribe(_:completed:)' in a synchronous nonisolated context
import SluiceFlow

nonisolated func watch(_ tap: Signal<Int>) {
    _ = tap.subscribe { _ in }
}

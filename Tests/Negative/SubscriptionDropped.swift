// error: result of call to 'subscribe(_:completed:)' is unused
import SluiceFlow

/// A subscription that nobody keeps would end at once.
@MainActor
func watch(_ tap: Signal<Int>) {
    tap.subscribe { _ in }
}

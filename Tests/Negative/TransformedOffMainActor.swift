// error: call to main actor-isolated instance method 'map' in a synchronous nonisolated context
import SluiceFlow

nonisolated func double(_ tap: Signal<Int>) -> Signal<Int> {
    tap.map { $0 * 2 }
}

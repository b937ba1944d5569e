// error: to expected argument type '@MainActor @Sendable (Int) -> Single<Int, Never>'
import SluiceFlow

struct Failed: Error {}

/// Calls beside each other have no one state, so one that can fail is not for `flatMap`.
@MainActor
func connect(_ tap: Signal<Int>, _ call: Single<Int, Failed>) {
    _ = tap.flatMap { _ in call }
}

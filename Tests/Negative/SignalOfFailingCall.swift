// error: cannot convert return expression of type 'Flow<StateKind, Async<Int, Failed>>'
import SluiceFlow

struct Failed: Error {}

/// A call that can fail doesn't become a stream of its values: its failure has to be dealt with.
@MainActor
func connect(_ tap: Signal<Int>, _ call: Single<Int, Failed>) -> Signal<Int> {
    let result = tap.flatMapLatest { _ in call }
    return result
}

import SluiceFlow

struct Failed: Error {}

@MainActor
func connect(_ tap: Signal<Int>, _ call: Single<Int, Failed>) -> (
    Driver<Async<Int, Failed>>, Signal<Int>, Signal<Int>
) {
    (
        tap.flatMapLatest { _ in call },
        tap.flatMapLatest { _ in call.recover { _ in 0 } },
        tap.flatMapLatest { _ in call.completeOnError() }
    )
}

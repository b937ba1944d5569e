// error: generic type 'Signal' specialized with too many type parameters
import SluiceFlow

struct Failed: Error {}

/// An output has no place for a failure.
struct Output {
    var user: Signal<Int, Failed>
}

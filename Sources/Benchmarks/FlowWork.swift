import SluiceFlow

/// An emission through map, filter and map to an observer.
@MainActor
final class EmissionWork {
    private let relay = PublishRelay<Int>()
    private var subscription: Subscription?
    private(set) var sum = 0

    init() {
        subscription = relay.signal.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 3 }
            .subscribe { [unowned self] in sum &+= $0 }
    }

    func run(_ count: Int) {
        for value in 0..<count { relay.send(value) }
        consume(sum)
    }
}

/// The least that delivers through three functions to an observer: closures composed by hand.
@MainActor
final class BareChain {
    private(set) var sum = 0
    private var first: @MainActor (Int) -> Void = { _ in }

    init() {
        let observer: @MainActor (Int) -> Void = { [unowned self] in sum &+= $0 }
        first = mapping({ $0 &+ 1 }, filtering({ $0 >= 0 }, mapping({ $0 &* 3 }, observer)))
    }

    func run(_ count: Int) {
        for value in 0..<count { send(value) }
        consume(sum)
    }

    @inline(never)
    private func send(_ value: Int) { first(value) }

    @inline(never)
    private func mapping<Input, Output>(
        _ transform: @escaping @MainActor (Input) -> Output,
        _ next: @escaping @MainActor (Output) -> Void
    ) -> @MainActor (Input) -> Void { { next(transform($0)) } }

    @inline(never)
    private func filtering<Input>(
        _ isIncluded: @escaping @MainActor (Input) -> Bool,
        _ next: @escaping @MainActor (Input) -> Void
    ) -> @MainActor (Input) -> Void { { if isIncluded($0) { next($0) } } }
}

/// A call with both trackers in a flatMapLatest, whose work returns at once.
@MainActor
final class TrackedCallWork {
    private let activity = ActivityTracker()
    private let errors = ErrorTracker()
    private let tap = PublishRelay<Int>()
    private var subscription: Subscription?
    private var sum = 0

    init() {
        let (activity, errors) = (activity, errors)
        let values: Signal<Int> = tap.signal.flatMapLatest { number in
            Single<Int, Never>("call") { number }.trackActivity(activity).trackError(errors)
        }
        subscription = values.subscribe { [unowned self] in sum &+= $0 }
    }

    func run(_ count: Int) {
        for number in 0..<count { tap.send(number) }
        consume(sum)
    }
}

/// Bare tasks that do the same work as a tracked call.
@MainActor
enum BareTasks {
    static func run(_ count: Int) async {
        var sum = 0
        for number in 0..<count {
            let task = Task.immediate { number }
            sum &+= await task.value
        }
        consume(sum)
    }
}

/// Keeps a result from being optimized away.
@inline(never)
func consume<Value>(_ value: Value) {}

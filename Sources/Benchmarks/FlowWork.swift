import SluiceFlow

/// What streams do, built once and run as often as is said.
@MainActor
enum FlowWork {
    typealias Work = @MainActor (_ count: Int) -> Void

    /// Emissions through map, filter and map to an observer.
    static func emissions() -> Work {
        let relay = PublishRelay<Int>()
        var sum = 0
        let subscription = relay.signal.map { $0 &+ 1 }.filter { $0 >= 0 }
            .map { $0 &* 3 }.subscribe { sum &+= $0 }
        return { count in
            for value in 0..<count { relay.send(value) }
            withExtendedLifetime(subscription) { consume(sum) }
        }
    }

    /// Calls with both trackers in a flatMapLatest, whose work returns at once.
    static func trackedCalls() -> Work {
        let activity = ActivityTracker()
        let errors = ErrorTracker()
        let tap = PublishRelay<Int>()
        var sum = 0
        let values: Signal<Int> = tap.signal.flatMapLatest { number in
            Single<Int, Never>("call") { number }
                .trackActivity(activity).trackError(errors)
        }
        let subscription = values.subscribe { sum &+= $0 }
        return { count in
            for number in 0..<count { tap.send(number) }
            withExtendedLifetime(subscription) { consume(sum) }
        }
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

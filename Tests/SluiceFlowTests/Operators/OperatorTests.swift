import SluiceFlow
import Testing

/// F13: each operator without time: what it emits, and when it completes.
@MainActor
@Suite struct OperatorTests {
    /// What an operator makes of some numbers and the end of their source.
    private func events<Kind, Output>(
        _ numbers: [Int], _ operate: (Signal<Int>) -> Flow<Kind, Output>
    ) -> [String] {
        let history = History()
        var relay: PublishRelay<Int>? = PublishRelay()
        if let relay {
            history.observe(operate(relay.signal))
            for number in numbers { relay.send(number) }
        }
        relay = nil
        return history.take()
    }

    @Test func `map and mapTo`() {
        #expect(events([1, 2]) { $0.map { $0 * 10 } } == ["10", "20", "|"])
        #expect(events([1, 2]) { $0.mapTo("x") } == ["\"x\"", "\"x\"", "|"])
    }

    @Test func `filter and compactMap`() {
        #expect(events([1, 2, 3]) { $0.filter { $0 != 2 } } == ["1", "3", "|"])
        #expect(events([1, 2, 3]) { $0.compactMap { $0 == 2 ? nil : -$0 } } == ["-1", "-3", "|"])
    }

    @Test func `distinctUntilChanged leaves out repetitions in a row only`() {
        #expect(events([1, 1, 2, 2, 1]) { $0.distinctUntilChanged() } == ["1", "2", "1", "|"])
    }

    @Test func `scan and startWith have a value at the start`() {
        #expect(events([1, 2]) { $0.scan(10, +) } == ["10", "11", "13", "|"])
        #expect(events([1]) { $0.startWith(0) } == ["0", "1", "|"])
    }

    @Test func `take ends after its count, and a count below one ends at once`() {
        #expect(events([1, 2, 3]) { $0.take(2) } == ["1", "2", "|"])
        #expect(events([1]) { $0.take(2) } == ["1", "|"])
        #expect(events([1]) { $0.take(0) } == ["|"])
        #expect(events([1]) { $0.take(-1) } == ["|"])
    }

    @Test func `skip leaves out its count, and a count below one leaves out none`() {
        #expect(events([1, 2, 3]) { $0.skip(2) } == ["3", "|"])
        #expect(events([1]) { $0.skip(-1) } == ["1", "|"])
    }

    @Test func `pairwise needs two`() {
        #expect(events([1]) { $0.pairwise().map { "\($0) \($1)" } } == ["|"])
        #expect(
            events([1, 2, 3]) { $0.pairwise().map { "\($0) \($1)" } }
                == ["\"1 2\"", "\"2 3\"", "|"])
    }

    @Test func `do runs once for each event, whoever observes`() {
        let relay = PublishRelay<Int>()
        var effects: [Int] = []
        let stream = relay.signal.do { effects.append($0) }
        let history = History()
        history.observe(stream, "a")
        history.observe(stream, "b")
        relay.send(1)
        #expect(effects == [1])
        #expect(history.take() == ["a 1", "b 1"])
    }

    @Test func `takeUntil ends with the other stream`() {
        let end = PublishRelay<Void>()
        let relay = PublishRelay<Int>()
        let history = History()
        history.observe(relay.signal.takeUntil(end.signal))
        relay.send(1)
        end.send()
        relay.send(2)
        #expect(history.take() == ["1", "|"])
    }

    @Test func `sample emits the latest once for a trigger`() {
        let trigger = PublishRelay<Void>()
        let relay = PublishRelay<Int>()
        let history = History()
        history.observe(relay.signal.sample(trigger.signal))
        trigger.send()
        relay.send(1)
        relay.send(2)
        trigger.send()
        trigger.send()
        #expect(history.take() == ["2"])
    }

    @Test func `withLatestFrom waits for a state`() {
        let relay = PublishRelay<Int>()
        let other = PublishRelay<String>()
        let history = History()
        let state: Driver<String> = other.signal.map { Optional($0) }.startWith(nil)
            .compactMap { $0 }
        history.observe(relay.signal.withLatestFrom(state).map { "\($0) \($1)" })
        relay.send(1)
        other.send("a")
        relay.send(2)
        #expect(history.take() == ["\"2 a\""])
    }

    @Test func `merge completes when all sources have`() {
        let history = History()
        var first: PublishRelay<Int>? = PublishRelay()
        var second: PublishRelay<Int>? = PublishRelay()
        if let first, let second {
            history.observe(Signal.merge(first.signal, second.signal))
            first.send(1)
            second.send(2)
        }
        first = nil
        #expect(history.take() == ["1", "2"])
        second?.send(3)
        second = nil
        #expect(history.take() == ["3", "|"])
        history.observe(Signal<Int>.merge([]))
        #expect(history.take() == ["|"])
    }

    @Test func `zip pairs by position, and completes when no pair can come`() {
        let history = History()
        var numbers: PublishRelay<Int>? = PublishRelay()
        let names = PublishRelay<String>()
        if let numbers {
            history.observe(zip(numbers.signal, names.signal).map { "\($0) \($1)" })
            numbers.send(1)
            numbers.send(2)
        }
        names.send("a")
        numbers = nil
        #expect(history.take() == ["\"1 a\""])
        names.send("b")
        #expect(history.take() == ["\"2 b\"", "|"])
    }

    @Test func `combineLatest completes when all sources have`() {
        let history = History()
        var first: BehaviorRelay<Int>? = BehaviorRelay(1)
        if let first {
            history.observe(combineLatest(first.driver, .just("a")).map { "\($0) \($1)" })
        }
        first?.send(2)
        first = nil
        #expect(history.take() == ["\"1 a\"", "\"2 a\"", "|"])
    }

    @Test func `the events of a state leave out the value it has`() {
        let relay = BehaviorRelay(1)
        let history = History()
        history.observe(relay.driver.events)
        relay.send(2)
        #expect(history.take() == ["2"])
    }
}

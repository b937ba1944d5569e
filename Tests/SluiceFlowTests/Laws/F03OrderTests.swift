import SluiceFlow
import Testing

/// F3: one queue; a send inside a delivery waits its turn, first in, first out.
@MainActor
@Suite struct F03OrderTests {
    /// RxSwift#1312, #1775: sending inside a delivery broke the order, or warned.
    @Test func `F3: all observers see one order, whatever they send meanwhile`() {
        let relay = PublishRelay<Int>()
        let history = History()
        let feedback = relay.signal.subscribe { if $0 < 3 { relay.send($0 + 1) } }
        history.observe(relay.signal, "a")
        history.observe(relay.signal, "b")
        relay.send(1)
        #expect(history.take() == ["a 1", "b 1", "a 2", "b 2", "a 3", "b 3"])
        feedback.dispose()
    }

    @Test func `F3: sends of different relays wait in one queue`() {
        let first = PublishRelay<Int>()
        let second = PublishRelay<Int>()
        let history = History()
        let feedback = first.signal.subscribe {
            second.send($0 * 10)
            if $0 == 1 { first.send(2) }
        }
        history.observe(first.signal, "first")
        history.observe(second.signal, "second")
        first.send(1)
        #expect(history.take() == ["first 1", "second 10", "first 2", "second 20"])
        feedback.dispose()
    }

    @Test func `F3: a hundred thousand re-entrant sends use constant stack`() {
        let relay = PublishRelay<Int>()
        var count = 0
        let subscription = relay.signal.subscribe {
            count += 1
            if $0 < 100_000 { relay.send($0 + 1) }
        }
        relay.send(1)
        #expect(count == 100_000)
        subscription.dispose()
    }

    @Test func `F3: combineLatest emits once per source event, intermediate pairs included`() {
        let number = BehaviorRelay(1)
        let history = History()
        history.observe(
            combineLatest(number.driver, number.driver.map { $0 * 10 }).map { "\($0) \($1)" })
        number.send(2)
        #expect(history.take() == ["\"1 10\"", "\"2 10\"", "\"2 20\""])
    }

    @Test func `F3: who joins during a delivery gets the latest value, then only later ones`() {
        let relay = BehaviorRelay(0)
        let history = History()
        var hasJoined = false
        let joining = relay.driver.subscribe { value in
            if value == 1, !hasJoined {
                hasJoined = true
                relay.send(2)
                history.observe(relay.driver, "late")
            }
        }
        relay.send(1)
        #expect(history.take() == ["late 1", "late 2"])
        joining.dispose()
    }

    @Test func `F3: what an observer sends on joining is delivered after its join`() {
        let relay = BehaviorRelay(0)
        let history = History()
        let joining = relay.driver.subscribe { value in
            if value == 0 { relay.send(1) }
            history.note("saw \(value)")
        }
        #expect(history.take() == ["saw 0", "saw 1"])
        joining.dispose()
    }

    @Test func `F3: who leaves during a delivery gets no more of it`() {
        let relay = PublishRelay<Int>()
        let history = History()
        var later: Subscription?
        let first = relay.signal.subscribe { _ in later?.dispose() }
        later = history.observe(relay.signal, "later")
        relay.send(1)
        #expect(history.take() == [])
        first.dispose()
    }

    /// RxSwift#1072: adding an observer changed the results of another.
    @Test func `F3: an operator with state gives every observer the same`() {
        let relay = PublishRelay<Int>()
        let sum = relay.signal.scan(0, +)
        let history = History()
        history.observe(sum, "a")
        relay.send(1)
        history.observe(sum, "b")
        relay.send(2)
        #expect(history.take() == ["a 0", "a 1", "b 1", "a 3", "b 3"])
    }
}

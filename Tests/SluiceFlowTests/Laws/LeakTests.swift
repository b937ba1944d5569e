import SluiceFlow
import Testing

/// F9: no operator keeps anything alive once its streams and observers are gone.
@MainActor
@Suite struct LeakTests {
    private final class Token {}

    /// Builds a stream whose closures hold a token, observes it, sends, drops all but the source.
    private func leaks(_ build: (PublishRelay<Int>, Token) -> Subscription) -> Bool {
        let relay = PublishRelay<Int>()
        weak var token: Token?
        do {
            let strong = Token()
            token = strong
            let subscription = build(relay, strong)
            relay.send(1)
            relay.send(2)
            subscription.dispose()
        }
        return token != nil
    }

    @Test func `F9: map, filter, compactMap`() {
        #expect(
            !leaks { relay, token in
                relay.signal.map { _ in token }.filter { _ in true }
                    .compactMap { $0 as Token? }.subscribe { _ in }
            })
    }

    @Test func `F9: scan, startWith, distinctUntilChanged`() {
        #expect(
            !leaks { relay, token in
                relay.signal.scan(token) { token, _ in token }.subscribe { _ in }
            })
        #expect(
            !leaks { relay, token in
                relay.signal.map { _ in token }.startWith(token).subscribe { _ in }
            })
        #expect(
            !leaks { relay, token in
                relay.signal.map { number -> Int in withExtendedLifetime(token) { number } }
                    .distinctUntilChanged()
                    .subscribe { _ in }
            })
    }

    @Test func `F9: merge, combineLatest, withLatestFrom`() {
        #expect(
            !leaks { relay, token in
                let tokens = relay.signal.map { _ in token }
                return Signal.merge(tokens, tokens).subscribe { _ in }
            })
        #expect(
            !leaks { relay, token in
                let tokens = relay.signal.map { _ in token }.startWith(token)
                return combineLatest(tokens, tokens).subscribe { _ in }
            })
        #expect(
            !leaks { relay, token in
                let tokens = relay.signal.map { _ in token }.startWith(token)
                return relay.signal.withLatestFrom(tokens).subscribe { _ in }
            })
    }

    @Test func `F9: the flatMap family`() {
        #expect(
            !leaks { relay, token in
                relay.signal.flatMapLatest { number in
                    withExtendedLifetime(token) { Single<Int, Never>("call") { number } }
                }.subscribe { _ in }
            })
        #expect(
            !leaks { relay, token in
                relay.signal.flatMapFirst(cancelledBy: relay.signal.map { _ in }) { number in
                    withExtendedLifetime(token) {
                        Single<Int, Boom>("call") { () async throws(Boom) in number }
                    }
                }.subscribe { _ in }
            })
    }
}

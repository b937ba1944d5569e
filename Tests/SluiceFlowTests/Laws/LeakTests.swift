import SluiceFlow
import SluiceTesting
import Testing

/// F9: no operator keeps anything alive once its source has ended, or its last observer has left.
///
/// Every stream here carries a token, in its closures and as its elements; what is left of the
/// token afterwards is a leak. The source outlives the observer in two of the endings, and the
/// observer's subscription outlives the source in the third.
@MainActor
@Suite struct LeakTests {
    final class Token: Sendable {}

    enum Ending: CaseIterable { case observerLeaves, sourceEnds, observerLeavesInTheMiddle }

    /// An operator with what it is applied to; for a test's arguments.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: @MainActor (Signal<Int>, Token, VirtualClock) -> Subscription

        init(
            _ name: String, _ build: @escaping @MainActor (Signal<Int>, Token) -> Subscription
        ) {
            testDescription = name
            self.build = { source, token, _ in build(source, token) }
        }

        init(
            timed name: String,
            _ build: @escaping @MainActor (Signal<Int>, Token, VirtualClock) -> Subscription
        ) {
            testDescription = name
            self.build = build
        }
    }

    @Test(arguments: Case.operators + Case.timeOperators + Case.calls, Ending.allCases)
    func `F9: an operator lets go of everything`(_ tested: Case, ending: Ending) async throws {
        try await VirtualTime.run { time in
            weak var token: Token?
            @MainActor func observe(_ source: Signal<Int>) -> Subscription {
                let strong = Token()
                token = strong
                return tested.build(source, strong, time.clock)
            }
            var relay: PublishRelay<Int>? = PublishRelay()
            let subscription = relay.map { observe($0.signal) }
            #expect(token != nil, "the token is in the stream")
            relay?.send(1)
            relay?.send(2)
            switch ending {
            case .observerLeaves:
                try await time.advanceToEnd()
                subscription?.dispose()
            case .sourceEnds:
                relay = nil
                try await time.advanceToEnd()
            case .observerLeavesInTheMiddle:
                try await time.advance(by: .milliseconds(5))
                subscription?.dispose()
            }
            try await time.settle()
            #expect(token == nil)
            _ = (relay, subscription)
        }
    }

    /// A tracker with its streams observed, and a call of it under way.
    @Test func `F9: a tracker lets go of its observers, and the call of its tracker`() async throws
    {
        try await VirtualTime.run { time in
            weak var token: Token?
            weak var activity: ActivityTracker?
            weak var errors: ErrorTracker?
            @MainActor func begin() -> [Subscription] {
                let strong = Token()
                let (busy, failures) = (ActivityTracker(clock: time.clock), ErrorTracker())
                (token, activity, errors) = (strong, busy, failures)
                return [
                    busy.isActive.subscribe { _ in withExtendedLifetime(strong) {} },
                    failures.errors.subscribe { _ in withExtendedLifetime(strong) {} },
                    Single<Int, Boom>("call") { () async throws(Boom) in
                        try? await time.clock.sleep(for: .seconds(1))
                        throw Boom()
                    }.trackActivity(busy).trackError(failures).subscribe { _ in },
                ]
            }
            let subscriptions = begin()
            #expect(activity == nil && errors == nil && token == nil)
            try await time.advanceToEnd()
            _ = subscriptions
        }
    }

    @Test(arguments: [ActionStrategy.latest, .exhaust, .queue, .merge])
    func `F9: an action lets go of its call, its inputs and its observers`(
        _ strategy: ActionStrategy
    ) async throws {
        try await VirtualTime.run { time in
            weak var token: Token?
            let tap = PublishRelay<Int>()
            @MainActor func begin() -> (Action<Int, Token, Never>, [Subscription]) {
                let strong = Token()
                token = strong
                let action = Action<Int, Token, Never>(strategy) { _ in slow(strong, time.clock) }
                action.trigger(by: tap.signal)
                return (
                    action,
                    [
                        action.values.subscribe { _ in withExtendedLifetime(strong) {} },
                        action.isExecuting.subscribe { _ in withExtendedLifetime(strong) {} },
                    ]
                )
            }
            var running: (Action<Int, Token, Never>, [Subscription])? = begin()
            tap.send(1)
            tap.send(2)
            try await time.advance(by: .milliseconds(5))
            #expect(token != nil)
            let subscriptions = running?.1
            running = nil
            try await time.settle()
            #expect(token == nil)
            _ = (subscriptions, running)
        }
    }

    @Test func `F9: a stream made from a sequence stops reading it with its last observer`() async {
        weak var token: Token?
        let (sequence, source) = AsyncStream<Int>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        source.onTermination = { _ in end.finish() }
        func begin() -> Subscription {
            let strong = Token()
            token = strong
            return Signal(sequence).map { _ in strong }.observed(strong)
        }
        let subscription = begin()
        source.yield(1)
        #expect(token != nil)
        subscription.dispose()
        #expect(token == nil)
        for await _ in ends {}
    }

    @Test func `F9: a loop over a stream's values lets go of the stream when it ends`() async throws
    {
        try await VirtualTime.run { time in
            weak var token: Token?
            let relay = PublishRelay<Int>()
            @MainActor func begin() -> AsyncStream<Token> {
                let strong = Token()
                token = strong
                return relay.signal.map { _ in strong }.values
            }
            @MainActor func firstOfLoop() async -> Bool {
                let values = begin()
                relay.send(1)
                relay.send(2)
                for await _ in values { return true }
                return false
            }
            #expect(await firstOfLoop())
            // The end of the observation comes as a turn of the main actor; so does this.
            await Task { @MainActor in }.value
            #expect(token == nil)
        }
    }
}

extension LeakTests.Case {
    typealias Token = LeakTests.Token

    static let operators: [Self] = [
        Self("map") { source, token in source.map { _ in token }.observed(token) },
        Self("mapTo") { source, token in source.mapTo(token).observed(token) },
        Self("filter") { source, token in
            source.filter { _ in withExtendedLifetime(token) { true } }.observed(token)
        },
        Self("compactMap") { source, token in
            source.compactMap { $0 == 1 ? token : nil }.observed(token)
        },
        Self("do") { source, token in
            source.do { _ in withExtendedLifetime(token) {} }.observed(token)
        },
        Self("scan") { source, token in
            source.scan(token) { token, _ in token }.observed(token)
        },
        Self("startWith") { source, token in
            source.map { _ in token }.startWith(token).observed(token)
        },
        Self("distinctUntilChanged") { source, token in
            source.map { _ in ObjectIdentifier(token) }.distinctUntilChanged().observed(token)
        },
        Self("pairwise") { source, token in
            source.map { _ in token }.pairwise().observed(token)
        },
        Self("take") { source, token in source.map { _ in token }.take(1).observed(token) },
        Self("take more than comes") { source, token in
            source.map { _ in token }.take(9).observed(token)
        },
        Self("skip") { source, token in source.map { _ in token }.skip(1).observed(token) },
        Self("takeUntil an end that never comes") { source, token in
            source.map { _ in token }.takeUntil(source.filter { $0 > 9 }).observed(token)
        },
        Self("takeUntil") { source, token in
            source.map { _ in token }.takeUntil(source.filter { $0 == 2 }).observed(token)
        },
        Self("merge") { source, token in
            let tokens = source.map { _ in token }
            return Signal.merge(tokens, tokens).observed(token)
        },
        Self("zip, with one side ahead") { source, token in
            zip(source.map { _ in token }, source.skip(1)).observed(token)
        },
        Self("combineLatest") { source, token in
            let tokens = source.map { _ in token }.startWith(token)
            return combineLatest(tokens, tokens).observed(token)
        },
        Self("withLatestFrom") { source, token in
            source.withLatestFrom(source.map { _ in token }.startWith(token)).observed(token)
        },
        Self("sample, with one event kept back") { source, token in
            source.map { _ in token }.sample(source.filter { $0 == 1 }).observed(token)
        },
        Self("events") { source, token in
            source.map { _ in token }.startWith(token).events.observed(token)
        },
        Self("keeping") { source, token in
            source.keeping(Subscription { withExtendedLifetime(token) {} }).subscribe { _ in }
        },
    ]

    static let timeOperators: [Self] = [
        Self(timed: "debounce") { source, token, clock in
            source.map { _ in token }.debounce(for: .milliseconds(10), clock: clock)
                .observed(token)
        },
        Self(timed: "throttle") { source, token, clock in
            source.map { _ in token }.throttle(for: .milliseconds(10), clock: clock)
                .observed(token)
        },
        Self(timed: "delay") { source, token, clock in
            source.map { _ in token }.delay(for: .milliseconds(10), clock: clock).observed(token)
        },
    ]

    static let calls: [Self] = [
        Self(timed: "flatMapLatest") { source, token, clock in
            source.flatMapLatest { _ in slow(token, clock) }.observed(token)
        },
        Self(timed: "flatMapFirst") { source, token, clock in
            source.flatMapFirst { _ in slow(token, clock) }.observed(token)
        },
        Self(timed: "flatMap") { source, token, clock in
            source.flatMap { _ in slow(token, clock) }.observed(token)
        },
        Self(timed: "concatMap") { source, token, clock in
            source.concatMap { _ in slow(token, clock) }.observed(token)
        },
        Self(timed: "flatMapLatest, failing, with a cancel") { source, token, clock in
            source.flatMapLatest(cancelledBy: source.filter { $0 > 9 }.mapTo(())) { _ in
                failing(token, clock)
            }.observed(token)
        },
        Self(timed: "flatMapFirst, failing, with a cancel") { source, token, clock in
            source.flatMapFirst(cancelledBy: source.filter { $0 > 9 }.mapTo(())) { _ in
                failing(token, clock)
            }.observed(token)
        },
        Self(timed: "concatMap, failing, with a cancel") { source, token, clock in
            source.concatMap(cancelledBy: source.filter { $0 > 9 }.mapTo(())) { _ in
                failing(token, clock)
            }.observed(token)
        },
        Self(timed: "completeOnError") { source, token, clock in
            source.flatMap { _ in failing(token, clock).completeOnError() }.observed(token)
        },
        Self(timed: "recover") { source, token, clock in
            source.flatMap { _ in failing(token, clock).recover { _ in token } }
                .observed(token)
        },
        Self(timed: "retry") { source, token, clock in
            source.flatMapLatest { _ in
                failing(token, clock)
                    .retry(3, clock: clock, pause: { _ in .milliseconds(3) })
            }.observed(token)
        },
        Self(timed: "timeout") { source, token, clock in
            source.flatMapLatest { _ in
                failing(token, clock)
                    .timeout(after: .milliseconds(7), clock: clock) { Boom(number: 1) }
            }.observed(token)
        },
        Self(timed: "zip of two calls") { source, token, clock in
            source.flatMap { _ in
                slow(token, clock).zip(slow(token, clock))
            }.observed(token)
        },
        Self(timed: "zip of many calls") { source, token, clock in
            source.flatMap { _ in Single.zip([slow(token, clock), slow(token, clock)]) }
                .observed(token)
        },
        Self(timed: "race") { source, token, clock in
            source.flatMap { _ in Single.race(slow(token, clock), slow(token, clock)) }
                .observed(token)
        },
        Self(timed: "map and flatMap of calls") { source, token, clock in
            source.flatMap { _ in
                slow(token, clock).map { $0 }.flatMap { token in slow(token, clock) }
            }.observed(token)
        },
    ]
}

extension Flow {
    /// Observes with a closure that holds the token, as the stream does.
    fileprivate func observed(_ token: LeakTests.Token) -> Subscription {
        subscribe { _ in withExtendedLifetime(token) {} }
    }
}

/// A call that takes 10 ms.
private func slow(_ token: LeakTests.Token, _ clock: VirtualClock) -> Single<
    LeakTests.Token, Never
> {
    Single("slow") {
        try? await clock.sleep(for: .milliseconds(10))
        return token
    }
}

/// A call that fails after 10 ms.
private func failing(_ token: LeakTests.Token, _ clock: VirtualClock) -> Single<
    LeakTests.Token, Boom
> {
    Single("failing") { () async throws(Boom) in
        try? await clock.sleep(for: .milliseconds(10))
        throw withExtendedLifetime(token) { Boom() }
    }
}

import SluiceFlow
import Testing

@testable import SluiceTesting

/// T5: races that were put in on purpose, which exploration has to find, and their mended forms, which
/// it has to leave alone.
@MainActor
@Suite struct PlantedRacesTests {
    /// A screen with a race if `isPlanted`, that throws when the race shows.
    struct Race: CustomTestStringConvertible, Sendable {
        let name: String
        let run: @MainActor (VirtualTime, _ isPlanted: Bool) async throws -> Void
        var testDescription: String { name }
    }

    struct Shows: Error { let what: String }

    nonisolated static let races: [Race] = [
        staleResult, doubleSubmit, logoutDuringFetch, refreshDuringAppend, cancelAsItArrives,
        expiryDuringRefresh, progressAfterCompletion, errorAfterScreen, lostUpdate, busyByHand,
    ]

    @Test func `T5: exploration finds at least nine of ten planted races`() async {
        var found: [String] = []
        for race in Self.races {
            do {
                try await VirtualTime.explore(seeds: 0..<100) { try await race.run($0, true) }
            } catch {
                found.append(race.name)
            }
        }
        #expect(found.count >= 9, "found only \(found)")
    }

    @Test(arguments: races)
    func `T5: exploration leaves a mended race alone`(race: Race) async throws {
        try await VirtualTime.explore(seeds: 0..<100) { try await race.run($0, false) }
    }

    @Test func `T5: a failing seed is named, and replays exactly`() async throws {
        let race = Self.staleResult
        var message = ""
        do {
            try await VirtualTime.explore(seeds: 0..<100) { try await race.run($0, true) }
        } catch { message = "\(error)" }
        let digits = message.dropFirst("seed ".count).prefix { $0.isNumber }
        let seed = try #require(UInt64(digits))
        for _ in 0..<3 {
            await #expect(throws: Shows.self) {
                try await VirtualTime.run(seed: seed) { try await race.run($0, true) }
            }
        }
    }

    /// A call that takes between 10 and 200 ms, as the seed says.
    private static func call<Value: Sendable>(
        _ label: String, _ time: VirtualTime, _ value: Value
    ) -> Single<Value, Never> {
        Single(label) {
            try? await time.clock.sleep(
                for: time.latency(.milliseconds(10) ... .milliseconds(200)))
            return value
        }
    }

    private static func check(_ isRight: Bool, _ what: String) throws {
        if !isRight { throw Shows(what: what) }
    }

    nonisolated static let staleResult = Race(name: "a stale result after a newer query") {
        time, isPlanted in
        let query = PublishRelay<String>()
        let make: @MainActor (String) -> Single<String, Never> = { call($0, time, $0) }
        let results = isPlanted ? query.signal.flatMap(make) : query.signal.flatMapLatest(make)
        var shown = ""
        let bag = DisposeBag()
        results.subscribe { shown = $0 }.disposed(by: bag)
        query.send("an")
        try await time.advance(by: .milliseconds(50))
        query.send("ana")
        try await time.advanceToEnd()
        try check(shown == "ana", "shows \(shown)")
    }

    nonisolated static let doubleSubmit = Race(name: "a double submit") { time, isPlanted in
        var submitted = 0
        let action = Action<Int, Int, Never>(isPlanted ? .merge : .exhaust) {
            call("save", time, $0)
        }
        let bag = DisposeBag()
        action.values.subscribe { _ in submitted += 1 }.disposed(by: bag)
        action.run(1)
        try await time.advance(by: .milliseconds(5))
        action.run(1)
        try await time.advanceToEnd()
        try check(submitted == 1, "submitted \(submitted) times")
    }

    nonisolated static let logoutDuringFetch = Race(name: "logout during a fetch") {
        time, isPlanted in
        var epoch = 0
        var cached: [String] = []
        let bag = DisposeBag()
        let started = epoch
        call("fetch", time, "Ana").subscribe { person in
            if isPlanted || started == epoch { cached.append(person) }
        }.disposed(by: bag)
        call("logout", time, ()).subscribe {
            epoch += 1
            cached = []
        }.disposed(by: bag)
        try await time.advanceToEnd()
        try check(cached.isEmpty, "cached after logout")
    }

    nonisolated static let refreshDuringAppend = Race(name: "a refresh during a page append") {
        time, isPlanted in
        var shown = [1, 2]
        let bag = DisposeBag()
        let append = call("page 2", time, [3, 4]).subscribe { shown += $0 }
        call("refresh", time, [1, 2, 3, 4]).subscribe { page in
            if !isPlanted { append.dispose() }
            shown = page
        }.disposed(by: bag)
        try await time.advanceToEnd()
        append.dispose()
        try check(Set(shown).count == shown.count, "shows \(shown)")
    }

    nonisolated static let cancelAsItArrives = Race(name: "a cancel as the value arrives") {
        time, isPlanted in
        var isCancelled = false
        var shownAfterCancel = false
        let load = call("load", time, 7).subscribe { _ in shownAfterCancel = isCancelled }
        let bag = DisposeBag()
        call("cancel", time, ()).subscribe {
            isCancelled = true
            if !isPlanted { load.dispose() }
        }.disposed(by: bag)
        try await time.advanceToEnd()
        load.dispose()
        try check(!shownAfterCancel, "shows a value after the cancel")
    }

    nonisolated static let expiryDuringRefresh = Race(name: "expiry during a refresh") {
        time, isPlanted in
        var version = 0
        var logins = 0
        var isLoggingIn = false
        let bag = DisposeBag()
        @MainActor func expired(_ used: Int) {
            if !isPlanted, isLoggingIn || used != version { return }
            isLoggingIn = true
            logins += 1
            call("login", time, ()).subscribe {
                version += 1
                isLoggingIn = false
            }.disposed(by: bag)
        }
        for _ in 0..<2 {
            let used = version
            call("fetch", time, ()).subscribe { expired(used) }.disposed(by: bag)
        }
        try await time.advanceToEnd()
        try check(logins == 1, "logged in \(logins) times")
    }

    nonisolated static let progressAfterCompletion = Race(name: "progress after completion") {
        time, isPlanted in
        var events: [String] = []
        let bag = DisposeBag()
        let progress = call("progress", time, 50).subscribe { events.append("\($0) %") }
        call("work", time, ()).subscribe {
            events.append("done")
            if !isPlanted { progress.dispose() }
        }.disposed(by: bag)
        try await time.advanceToEnd()
        progress.dispose()
        try check(events.last == "done", "\(events)")
    }

    nonisolated static let errorAfterScreen = Race(name: "an error after its screen is gone") {
        time, isPlanted in
        var isOpen = true
        var shownLate = false
        let screen = DisposeBag()
        let errors = ErrorTracker()
        struct Failed: Error {}
        let failing = Single<Int, Failed>("load") { () async throws(Failed) in
            try? await time.clock.sleep(
                for: time.latency(.milliseconds(10) ... .milliseconds(200)))
            throw Failed()
        }.trackError(errors)
        let watching = errors.errors.subscribe { _ in shownLate = shownLate || !isOpen }
        failing.subscribe { _ in }.disposed(by: screen)
        let bag = DisposeBag()
        call("close", time, ()).subscribe {
            isOpen = false
            if !isPlanted { screen.dispose() }
        }.disposed(by: bag)
        try await time.advanceToEnd()
        screen.dispose()
        watching.dispose()
        try check(!shownLate, "an error on a closed screen")
    }

    nonisolated static let lostUpdate = Race(name: "a lost update") { time, isPlanted in
        var stored = 0
        let bag = DisposeBag()
        let add = PublishRelay<Int>()
        let make: @MainActor (Int) -> Single<Int, Never> = { amount in
            let read = stored
            return call("add", time, read + amount)
        }
        let sums = isPlanted ? add.signal.flatMap(make) : add.signal.concatMap(make)
        sums.subscribe { stored = $0 }.disposed(by: bag)
        add.send(1)
        try await time.advance(by: .milliseconds(100))
        add.send(1)
        try await time.advanceToEnd()
        try check(stored == 2, "stored \(stored)")
    }

    nonisolated static let busyByHand = Race(name: "a busy flag set by hand") { time, isPlanted in
        var byHand = false
        var open = 0
        var wrong = false
        let bag = DisposeBag()
        for index in 0..<2 {
            byHand = true
            open += 1
            call("call \(index)", time, ()).subscribe {
                byHand = false
                open -= 1
                if isPlanted, byHand != (open > 0) { wrong = true }
            }.disposed(by: bag)
        }
        try await time.advanceToEnd()
        try check(!wrong, "idle while a call runs")
    }
}

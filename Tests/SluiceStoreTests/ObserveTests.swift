import Glibc
import SluiceFlow
import Synchronization
import Testing

@testable import SluiceStore

/// S11: changes reach who watches.
struct ObserveTests {
    let folder = TemporaryFolder()

    @Test(arguments: World.allCases)
    func `S11: a watch wakes for each change, and for nothing else`(world: World) async throws {
        let store = try world.store(in: folder)
        let clock = LookClock()
        let watch = try store.watch(on: clock)
        for round in 1...3 {
            // It has looked, seen nothing, and looks again only when the clock lets it.
            async let change: Void = watch.change()
            await clock.untilAsleep()
            _ = try store.texts()
            clock.wake()
            await clock.untilAsleep()
            try await store.add("\(round)")
            clock.wake()
            try await change
        }
    }

    @Test func `S11: a change that another process makes is seen`() async throws {
        let store = try World.file.store(in: folder)
        let watch = try store.watch(on: LookClock())
        let other = try otherConnection(to: folder.database)
        try other.run("INSERT INTO note (text) VALUES ('theirs')")
        try await watch.change()
        #expect(try store.texts() == ["theirs"])
    }

    @Test func `S11: a watch ends when it is cancelled, and when the file is gone`() async throws {
        let store = try World.file.store(in: folder)
        let clock = LookClock()
        let watch = try store.watch(on: clock)
        let cancelled = Task { try await watch.change() }
        await clock.untilAsleep()
        cancelled.cancel()
        #expect(await storeError { try await cancelled.value }?.errorCode == .cancelled)

        let gone = Task { try await watch.change() }
        await clock.untilAsleep()
        unlink(folder.database)
        clock.wake()
        #expect(await storeError { try await gone.value }?.errorCode == .vanished)
    }

    @Test(arguments: World.allCases) @MainActor
    func `S11: an observer gets the value, then each different one, in order`(
        world: World
    ) async throws {
        let store = try world.store(in: folder)
        let clock = LookClock()
        let counts = store.observe(on: clock) { db throws(StoreError) in
            try db.first("SELECT count(*) FROM note") { $0.integer(0) } ?? 0
        }
        var values = counts.values.makeAsyncIterator()
        #expect(await values.next() == .success(0))
        for count in 1...3 {
            await clock.untilAsleep()
            try await store.add("a")
            clock.wake()
            #expect(await values.next() == .success(Int64(count)))
        }
        // A change that makes no difference to what is observed is not one.
        await clock.untilAsleep()
        try await store.write { db throws(StoreError) in try db.run("UPDATE note SET text = 'b'") }
        clock.wake()
        await clock.untilAsleep()
        try await store.add("c")
        clock.wake()
        #expect(await values.next() == .success(4))
    }

    @Test @MainActor func `S11: an observer is told of a failure once, and looking goes on`()
        async throws
    {
        let store = try World.memory.store(in: folder)
        let clock = LookClock()
        let fails = Mutex(true)
        let looks = Mutex(0)
        let values = store.observe(on: clock) { db throws(StoreError) in
            looks.withLock { $0 += 1 }
            if fails.withLock({ $0 }) { throw StoreError(.busy, attempt: "read from", path: "") }
            return 1
        }.values
        var iterator = values.makeAsyncIterator()
        guard case .failure = await iterator.next() else {
            Issue.record("the failure wasn't told")
            return
        }
        await clock.untilAsleep()
        try await store.add("a")
        clock.wake()
        await clock.untilAsleep()
        #expect(looks.withLock { $0 } >= 2)
        fails.withLock { $0 = false }
        try await store.add("b")
        clock.wake()
        await clock.untilAsleep()
        clock.wake()
        #expect(await iterator.next() == .success(1))
    }
}

/// A clock whose sleepers a test wakes by hand; no time passes on it.
final class LookClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var sleeper: CheckedContinuation<Void, any Error>?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())
    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiters = state.withLock { state in
                    state.sleeper = continuation
                    defer { state.waiters = [] }
                    return state.waiters
                }
                for waiter in waiters { waiter.resume() }
                if Task.isCancelled { end(with: CancellationError()) }
            }
        } onCancel: {
            end(with: CancellationError())
        }
    }

    /// Waits until somebody sleeps.
    func untilAsleep() async {
        await withCheckedContinuation { continuation in
            let isAsleep = state.withLock { state in
                if state.sleeper == nil { state.waiters.append(continuation) }
                return state.sleeper != nil
            }
            if isAsleep { continuation.resume() }
        }
    }

    /// Wakes the one that sleeps.
    func wake() { end(with: nil) }

    private func end(with error: (any Error)?) {
        let sleeper = state.withLock { state in
            defer { state.sleeper = nil }
            return state.sleeper
        }
        if let error { sleeper?.resume(throwing: error) } else { sleeper?.resume() }
    }
}

import SluiceFlow
import Synchronization

/// Runs one piece of work for all who want the same at the same time; each of them may leave alone.
///
/// The work runs in a task of its own, so that it belongs to none of its waiters. Every waiter gets
/// its outcome, or `cancelled` as soon as its own task is; none waits for longer than the work.
package final class SharedFlights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, RequestError>

    /// What becomes of work that nobody waits for any more.
    package enum Abandoned: Sendable { case isCancelled, isFinished }

    private struct Seated {
        let continuation: CheckedContinuation<Outcome, Never>
        /// The waiting call's number in the ledger of its test.
        let call: Int?
    }

    private struct State {
        var book = FlightBook<Key>()
        var seated: [Int: Seated] = [:]
        /// Outcomes that came before their waiter had sat down.
        var early: [Int: Outcome] = [:]
        /// What aborts the work of a flight.
        var aborts: [Int: @Sendable () -> Void] = [:]
        /// Flights that everyone has left before it was known how to abort their work.
        var unwanted: Set<Int> = []
        /// Flights of a test that stay on its books until a late waiter has its outcome.
        var landing: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let label: String
    private let abandoned: Abandoned
    private let state = Mutex(State())

    /// Makes flights; `label` is what their work is named in a test.
    package init(_ label: String, abandoned: Abandoned) {
        self.label = label
        self.abandoned = abandoned
    }

    deinit {
        for abort in state.withLock({ $0.aborts.values }) { abort() }
    }

    /// The outcome of the work with this key, which is started unless it is under way.
    package func value(
        _ key: Key, for request: HTTPRequest,
        _ work: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        try await value(key, for: request, within: nil, work)
    }

    /// The same for who has only so much time, which the work keeps to when it is started by them.
    ///
    /// Work that has more is not waited for. Where it had less, and has failed for that, it is started anew.
    func value(
        _ key: Key, for request: HTTPRequest, within deadline: Deadline?,
        _ work: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        while true {
            if Task.isCancelled { throw .cancelled(request) }
            let (seat, end) = join(key, within: deadline)
            if seat.isFirst { await start(seat.flight, work) }
            let outcome = await CallAccount.wait { () async throws(Never) in
                await sit(seat, request)
            }
            state.withLock { $0.landing.removeValue(forKey: seat.waiter) }?.resume()
            if Self.isOver(outcome, only: end, within: deadline) { continue }
            return try outcome.get()
        }
    }

    /// Takes a seat, and says when the work of somebody else is over at the latest.
    private func join(
        _ key: Key, within deadline: Deadline?
    ) -> (seat: FlightBook<Key>.Seat, end: Deadline?) {
        state.withLock { state in
            let seat = state.book.join(key, within: deadline)
            return (seat, seat.isFirst ? nil : state.book.deadline(of: seat.flight))
        }
    }

    /// Whether the work has failed since somebody else's time was over, and this waiter's isn't.
    private static func isOver(
        _ outcome: Outcome, only end: Deadline?, within deadline: Deadline?
    ) -> Bool {
        guard let end, let deadline, case .failure(let error) = outcome else { return false }
        return error.errorCode == .timedOut && end.timeLeft <= .zero && deadline.timeLeft > .zero
    }

    /// Starts the work, and returns once it is on the books of a test, if there is one.
    private func start(
        _ flight: Int, _ work: @escaping @Sendable () async throws(RequestError) -> Value
    ) async {
        let ledger = CallAccount.ledger
        await withCheckedContinuation { (started: CheckedContinuation<Void, Never>) in
            // Weak: who lets go of the flights, a client say, ends them.
            let call = Single<Void, Never>(label) { [weak self] () async throws(Never) in
                started.resume()
                let outcome: Outcome
                do throws(RequestError) {
                    outcome = .success(try await work())
                } catch {
                    outcome = .failure(error)
                }
                await self?.landInTurn(flight, outcome)
            }
            // Detached, for no task-local of one waiter is the others'; but the test is all theirs.
            // It begins here at once: a hop to another thread costs as much as the request.
            let task = Task.immediateDetached {
                await CallAccount.$ledger.withValue(ledger) { await call.value() }
            }
            let isUnwanted = state.withLock { state in
                if state.book.isFlying(flight) { state.aborts[flight] = { task.cancel() } }
                return state.unwanted.remove(flight) != nil
            }
            if isUnwanted { task.cancel() }
        }
    }

    /// Waits for the outcome, or until this waiter's own task is cancelled.
    private func sit(_ seat: FlightBook<Key>.Seat, _ request: HTTPRequest) async -> Outcome {
        let call = CallAccount.current?.call
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Outcome? in
                    if let outcome = state.early.removeValue(forKey: seat.waiter) { return outcome }
                    state.seated[seat.waiter] = Seated(continuation: continuation, call: call)
                    return nil
                }
                if let early { continuation.resume(returning: early) }
                // A cancellation from before it had sat down went unheard.
                if Task.isCancelled { leave(seat, request) }
            }
        } onCancel: {
            leave(seat, request)
        }
    }

    /// The same for work that needs no task: it is begun by a call, and tells its outcome to a closure.
    ///
    /// So a caller who stays alone is woken once. Not in a test's virtual time, which counts tasks.
    func value(
        _ key: Key, for request: HTTPRequest, within deadline: Deadline,
        begin: (_ done: @escaping @Sendable (Outcome) -> Void) -> @Sendable () -> Void
    ) async throws(RequestError) -> Value {
        while true {
            if Task.isCancelled { throw .cancelled(request) }
            let (seat, end) = join(key, within: deadline)
            let outcome: Outcome = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    sit(seat, continuation)
                    if seat.isFirst { start(seat.flight, begin) }
                    // A cancellation from before it had sat down went unheard.
                    if Task.isCancelled { leave(seat, request) }
                }
            } onCancel: {
                leave(seat, request)
            }
            if Self.isOver(outcome, only: end, within: deadline) { continue }
            return try outcome.get()
        }
    }

    private func sit(
        _ seat: FlightBook<Key>.Seat, _ continuation: CheckedContinuation<Outcome, Never>
    ) {
        let early = state.withLock { state -> Outcome? in
            // The first has begun nothing yet.
            if !seat.isFirst, let outcome = state.early.removeValue(forKey: seat.waiter) {
                return outcome
            }
            state.seated[seat.waiter] = Seated(continuation: continuation, call: nil)
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    private func start(
        _ flight: Int, _ begin: (@escaping @Sendable (Outcome) -> Void) -> @Sendable () -> Void
    ) {
        let abort = begin { [weak self] outcome in
            for seat in self?.land(flight, outcome).seated ?? [] {
                seat.continuation.resume(returning: outcome)
            }
        }
        let isUnwanted = state.withLock { state in
            if state.book.isFlying(flight) { state.aborts[flight] = abort }
            return state.unwanted.remove(flight) != nil
        }
        if isUnwanted { abort() }
    }

    private func leave(_ seat: FlightBook<Key>.Seat, _ request: HTTPRequest) {
        let (seated, abort) = state.withLock { state -> (Seated?, (@Sendable () -> Void)?) in
            guard let seated = state.seated.removeValue(forKey: seat.waiter) else {
                return (nil, nil)
            }
            guard state.book.leave(seat, isKept: abandoned == .isFinished) else {
                return (seated, nil)
            }
            let abort = state.aborts.removeValue(forKey: seat.flight)
            if abort == nil { state.unwanted.insert(seat.flight) }
            return (seated, abort)
        }
        seated?.continuation.resume(returning: .failure(.cancelled(request)))
        abort?()
    }

    /// Ends a flight; gives those who sit, and the numbers of those who are to come.
    private func land(_ flight: Int, _ outcome: Outcome) -> (seated: [Seated], late: [Int]) {
        state.withLock { state in
            state.aborts[flight] = nil
            var seated: [Seated] = []
            var late: [Int] = []
            for waiter in state.book.land(flight) {
                if let seat = state.seated.removeValue(forKey: waiter) {
                    seated.append(seat)
                } else {
                    state.early[waiter] = outcome
                    late.append(waiter)
                }
            }
            return (seated, late)
        }
    }

    private func landInTurn(_ flight: Int, _ outcome: Outcome) async {
        let (seated, late) = land(flight, outcome)
        for seat in seated {
            // In virtual time it counts as moving from here, and not from when it gets to run.
            if let call = seat.call { await CallAccount.ledger?.handedOver(call, false) }
            seat.continuation.resume(returning: outcome)
        }
        for waiter in late { await holdBooks(for: waiter) }
    }

    /// In virtual time, lets this flight count as moving until a waiter that came late moves itself.
    private func holdBooks(for waiter: Int) async {
        guard CallAccount.ledger != nil else { return }
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard state.early[waiter] != nil else { return true }
                state.landing[waiter] = continuation
                return false
            }
            if isTaken { continuation.resume() }
        }
    }
}

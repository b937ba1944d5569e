import SluiceFlow
import Synchronization

/// Runs one piece of work for all who want the same at the same time; each of them may leave alone.
///
/// The work runs in a task of its own, so that it belongs to none of its waiters. Every waiter gets
/// its outcome, or `cancelled` as soon as its own task is; none waits for longer than the work.
final class SharedFlights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, RequestError>

    /// What becomes of work that nobody waits for any more.
    enum Abandoned: Sendable { case isCancelled, isFinished }

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
        var tasks: [Int: Task<Void, Never>] = [:]
        /// Flights of a test that stay on its books until a late waiter has its outcome.
        var landing: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let label: String
    private let abandoned: Abandoned
    private let state = Mutex(State())

    init(_ label: String, abandoned: Abandoned) {
        self.label = label
        self.abandoned = abandoned
    }

    deinit {
        for task in state.withLock({ $0.tasks.values }) { task.cancel() }
    }

    /// The outcome of the work with this key, which is started unless it is under way.
    func value(
        _ key: Key, for request: HTTPRequest,
        _ work: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        if Task.isCancelled { throw .cancelled(request) }
        let seat = state.withLock { $0.book.join(key) }
        if seat.isFirst { await start(seat.flight, work) }
        let outcome = await CallAccount.wait { () async throws(Never) in await sit(seat, request) }
        state.withLock { $0.landing.removeValue(forKey: seat.waiter) }?.resume()
        return try outcome.get()
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
                await self?.land(flight, outcome)
            }
            // Detached, for no task-local of one waiter is the others'; but the test is all theirs.
            // It begins here at once: a hop to another thread costs as much as the request.
            let task = Task.immediateDetached {
                await CallAccount.$ledger.withValue(ledger) { await call.value() }
            }
            let isOver = state.withLock { state in
                state.tasks[flight] = task
                return !state.book.isFlying(flight)
            }
            if isOver { forget(flight) }
        }
    }

    private func forget(_ flight: Int) {
        state.withLock { $0.tasks.removeValue(forKey: flight) }?.cancel()
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

    private func leave(_ seat: FlightBook<Key>.Seat, _ request: HTTPRequest) {
        let (seated, task) = state.withLock { state -> (Seated?, Task<Void, Never>?) in
            guard let seated = state.seated.removeValue(forKey: seat.waiter) else {
                return (nil, nil)
            }
            let isLast = state.book.leave(seat, isKept: abandoned == .isFinished)
            return (seated, isLast ? state.tasks.removeValue(forKey: seat.flight) : nil)
        }
        seated?.continuation.resume(returning: .failure(.cancelled(request)))
        task?.cancel()
    }

    private func land(_ flight: Int, _ outcome: Outcome) async {
        let (waiters, seated) = state.withLock { state -> ([Int], [Int: Seated]) in
            state.tasks[flight] = nil
            let waiters = state.book.land(flight)
            var seated: [Int: Seated] = [:]
            for waiter in waiters {
                seated[waiter] = state.seated.removeValue(forKey: waiter)
                if seated[waiter] == nil { state.early[waiter] = outcome }
            }
            return (waiters, seated)
        }
        for waiter in waiters {
            guard let seat = seated[waiter] else {
                await holdBooks(for: waiter)
                continue
            }
            // In virtual time it counts as moving from here, and not from when it gets to run.
            if let call = seat.call { await CallAccount.ledger?.handedOver(call, false) }
            seat.continuation.resume(returning: outcome)
        }
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

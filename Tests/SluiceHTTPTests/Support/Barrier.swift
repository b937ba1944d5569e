import Synchronization

/// Lets nobody on until a number of them have come: for "at the same time" without a sleep.
final class Barrier: Sendable {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(missing: count)) }

    /// Comes, and waits for the others; who comes later than all goes on at once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let freed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.missing -= 1
                state.waiting.append(continuation)
                guard state.missing <= 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in freed { waiter.resume() }
        }
    }
}

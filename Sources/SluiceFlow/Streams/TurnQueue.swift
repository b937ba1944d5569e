/// The one queue of the main actor that every delivery goes through.
///
/// A send while nothing is being delivered runs at once; a send from inside a delivery waits its
/// turn, first in, first out. So re-entrant sends use constant stack, and all observers see one
/// order. A *turn* is one drain of the queue.
@MainActor @usableFromInline
final class TurnQueue {
    @usableFromInline static let shared = TurnQueue()

    /// 0 while idle; in a turn, 1 more than what waits. One word, since each access to it is checked.
    @usableFromInline var load = 0
    private var waiting: ContiguousArray<@MainActor () -> Void> = []
    private var next = 0

    @usableFromInline init() {}

    /// Begins a turn; false when one is under way, and then the caller must `wait`.
    @inlinable
    func begin() -> Bool {
        if load != 0 { return false }
        load = 1
        return true
    }

    /// Ends the turn that `begin` began, after everything that queued up meanwhile.
    @inlinable
    func end() {
        if load != 1 { drain() }
        load = 0
    }

    /// Puts work at the end of the turn that is under way.
    @usableFromInline
    func wait(_ work: @escaping @MainActor () -> Void) {
        waiting.append(work)
        load += 1
    }

    /// Runs work as a turn of its own, or at the end of the turn that is under way.
    @usableFromInline
    func perform(_ work: @escaping @MainActor () -> Void) {
        guard begin() else { return wait(work) }
        work()
        end()
    }

    @usableFromInline
    func drain() {
        while next < waiting.count {
            let work = waiting[next]
            next += 1
            // The done part is dropped in large pieces, so that an endless turn has bounded memory.
            if next == 4096 {
                waiting.removeFirst(next)
                next = 0
            }
            work()
        }
        waiting.removeAll(keepingCapacity: waiting.capacity <= 4096)
        next = 0
    }
}

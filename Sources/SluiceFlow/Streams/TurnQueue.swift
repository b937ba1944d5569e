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
    private var first: TurnItem?
    private var last: TurnItem?

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
    func wait(_ work: @escaping @MainActor () -> Void) { wait(TurnClosure(work)) }

    /// Puts an item, which isn't in the queue yet, at the end of the turn that is under way.
    func wait(_ item: TurnItem) {
        if let last { last.following = item } else { first = item }
        last = item
        load += 1
    }

    /// Runs work as a turn of its own, or at the end of the turn that is under way.
    @usableFromInline
    func perform(_ work: @MainActor @escaping () -> Void) {
        guard begin() else { return wait(work) }
        work()
        end()
    }

    /// Gives an item a turn of its own, or the end of the turn that is under way.
    @usableFromInline
    func perform(_ item: TurnItem) {
        guard begin() else { return wait(item) }
        item.turn()
        end()
    }

    @usableFromInline
    func drain() {
        while let item = first {
            first = item.following
            item.following = nil
            if first == nil { last = nil }
            item.turn()
        }
    }
}

/// Something that waits in the queue, a link of its list.
@MainActor @usableFromInline
class TurnItem {
    @usableFromInline init() {}

    fileprivate var following: TurnItem?

    /// What happens in its turn.
    @usableFromInline
    func turn() {}
}

private final class TurnClosure: TurnItem {
    private let work: @MainActor () -> Void
    init(_ work: @escaping @MainActor () -> Void) { self.work = work }
    override func turn() { work() }
}

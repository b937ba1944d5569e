/// A hot point of a stream: many observers, one order, and for state the latest value.
@MainActor @usableFromInline
final class Hub<Element> {
    /// One observer's place; it outlives its removal for the rest of a delivery, inactive.
    @MainActor @usableFromInline
    final class Observer {
        let number: Int
        @usableFromInline let sink: Sink<Element>
        @usableFromInline var isActive = true
        /// What has to live for as long as the observer observes.
        let kept: AnyObject?

        init(_ number: Int, _ sink: Sink<Element>, keeping kept: AnyObject?) {
            self.number = number
            self.sink = sink
            self.kept = kept
        }
    }

    @usableFromInline var observers: ContiguousArray<Observer> = []
    @usableFromInline var latest: Element?
    @usableFromInline var isCompleted = false
    @usableFromInline let replays: Bool
    /// How many observers have come so far: the number of the last one.
    private var joined = 0

    /// Makes a hub; one that replays gives a new observer the latest value first.
    @usableFromInline init(replays: Bool, latest: Element? = nil) {
        self.replays = replays
        self.latest = latest
    }

    /// Sends from outside a delivery, or waits for its turn inside one.
    @inlinable
    func send(_ element: Element) {
        let queue = TurnQueue.shared
        if queue.begin() {
            deliver(element)
            queue.end()
        } else {
            queue.wait { self.deliver(element) }
        }
    }

    /// Delivers inside the turn that is under way, to those who observe now.
    @inlinable
    func deliver(_ element: Element) {
        if replays, !isCompleted { latest = element }
        // A completed hub has no observers. One observer is the usual case, and needs no copy.
        switch observers.count {
        case 0: return
        case 1: observers[0].sink.next(element)
        default:
            let current = observers
            for observer in current where observer.isActive { observer.sink.next(element) }
        }
    }

    /// Completes when its turn comes.
    func complete() { TurnQueue.shared.perform { self.deliverCompletion() } }

    /// Completes inside the turn that is under way; observers are released.
    @usableFromInline
    func deliverCompletion() {
        if isCompleted { return }
        isCompleted = true
        let current = observers
        observers = []
        for observer in current where observer.isActive {
            observer.isActive = false
            observer.sink.completed()
        }
    }

    /// Adds an observer. It is a delivery: what the observer sends meanwhile waits its turn.
    ///
    /// The hub alone holds the observer and what it keeps, and lets go of both when the observer
    /// leaves or the stream completes, however long the handle is kept after that.
    @usableFromInline
    func attach(_ sink: Sink<Element>, keeping kept: AnyObject? = nil) -> Subscription {
        let isTurn = TurnQueue.shared.begin()
        defer { if isTurn { TurnQueue.shared.end() } }
        joined += 1
        let number = joined
        if !isCompleted { observers.append(Observer(number, sink, keeping: kept)) }
        if replays, let latest { sink.next(latest) }
        if isCompleted { sink.completed() }
        return Subscription { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) {
        guard let index = observers.firstIndex(where: { $0.number == number }) else { return }
        observers.remove(at: index).isActive = false
    }
}

import Synchronization

/// What happened, in order, for closures on any thread to write down.
final class Log<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var elements: [Element] { state.withLock { $0 } }

    func add(_ element: Element) { state.withLock { $0.append(element) } }
}

/// Where the events of a stream go: one observer, as two plain functions.
@usableFromInline
struct Sink<Element> {
    @usableFromInline let next: @MainActor (Element) -> Void
    @usableFromInline let completed: @MainActor () -> Void

    @inlinable
    init(
        next: @escaping @MainActor (Element) -> Void,
        completed: @escaping @MainActor () -> Void = {}
    ) {
        self.next = next
        self.completed = completed
    }
}

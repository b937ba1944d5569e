import Synchronization

/// The connections for reading: a few that are kept, and more for as long as they are needed.
///
/// A read takes one on its own thread, without a lock and without a hop to another thread, which
/// would cost several times the read of a row. It never waits for another read.
final class ReaderPool: Sendable {
    private let slots: [ReaderSlot]
    private let opener: Opener
    private let closed = Atomic(false)

    var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

    init(opener: Opener, size: Int, first: Connection?) {
        self.opener = opener
        slots = (0..<max(1, size)).map { ReaderSlot($0 == 0 ? first : nil) }
    }

    func read<T>(_ body: (Connection) throws(StoreError) -> T) throws(StoreError) -> T {
        if isClosed { throw opener.error(.closed, "read from") }
        if Task.isCancelled { throw opener.error(.cancelled, "read from") }
        do throws(StoreError) {
            guard let slot = slots.first(where: { $0.take() }) else {
                return try body(try opener.reader())
            }
            defer {
                slot.release(closing: isClosed)
                // `close` may have come between the look and the release, and have left it to this.
                if isClosed, slot.take() { slot.release(closing: true) }
            }
            return try body(try slot.opened(by: opener))
        } catch {
            throw opener.judged(error)
        }
    }

    /// Closes what isn't being read from; a read that runs closes its own at its end.
    ///
    /// - Throws: the first failure, when all were tried.
    func close() throws(StoreError) {
        closed.store(true, ordering: .sequentiallyConsistent)
        var failure: StoreError?
        for slot in slots where slot.take() {
            let connection = slot.connection
            slot.release(closing: true)
            do throws(StoreError) { try connection?.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// One kept connection, and who may use it.
private final class ReaderSlot: @unchecked Sendable {  // a C handle; only its taker uses it
    private let taken = Atomic(false)
    private(set) var connection: Connection?

    init(_ connection: Connection?) { self.connection = connection }

    func take() -> Bool {
        taken.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent)
            .exchanged
    }

    func opened(by opener: Opener) throws(StoreError) -> Connection {
        if let connection { return connection }
        let made = try opener.reader()
        connection = made
        return made
    }

    func release(closing: Bool) {
        // What a caller began by a statement of its own would keep the connection at one old state.
        connection?.rollBack()
        if closing { connection = nil }
        taken.store(false, ordering: .sequentiallyConsistent)
    }
}

import CCurl

/// Waits for the sockets that libcurl names, and for a bell that any thread may ring.
///
/// Which sockets it waits for may be changed while a thread waits: that is what lets another
/// thread begin a transfer without waking the one that waits. Source: epoll(7)
final class SocketWatch: Sendable {
    private let watch: Int32
    private let bell: Int32

    /// Opens its two descriptors; nil when there are no more.
    init?() {
        watch = cwatch_open()
        bell = watch < 0 ? -1 : cwatch_bell_open()
        // Both have their values: what fails here is closed by the end of the object, as ever.
        guard bell >= 0, cwatch_set(watch, bell, CCURL_POLL_IN) == 0 else { return nil }
    }

    deinit {
        for descriptor in [watch, bell] where descriptor >= 0 { cwatch_close(descriptor) }
    }

    /// Waits for a socket as a `CCURL_POLL` value says, or no longer.
    func set(_ socket: Int32, to wish: Int32) {
        // What can't be waited for shows as a transfer that is idle for too long.
        _ = cwatch_set(watch, socket, wish & (CCURL_POLL_IN | CCURL_POLL_OUT))
    }

    /// Ends a wait, the next one if none is under way.
    func ring() { cwatch_bell_ring(bell) }

    /// Waits for at most so many milliseconds, -1 for ever, and gives what sockets are ready for.
    func wait(milliseconds: Int32, _ events: inout [cwatch_event]) -> Int {
        let count = Int(cwatch_wait(watch, &events, Int32(events.count), milliseconds))
        if let rung = events[..<count].firstIndex(where: { $0.socket == bell }) {
            cwatch_bell_clear(bell)
            // To libcurl, a look at the time; there is always a reason for one.
            events[rung] = cwatch_event(socket: CCURL_SOCKET_TIMEOUT, readiness: 0)
        }
        return count
    }
}

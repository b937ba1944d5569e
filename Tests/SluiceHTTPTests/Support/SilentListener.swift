import Glibc
import Synchronization

/// A port on 127.0.0.1 that takes every connection and never says a word, with one thread for all.
///
/// It knows how many connections are open, and says when the last has been closed by its peer.
final class SilentListener: Sendable {
    let port: Int
    private let shared: Shared
    private let thread: pthread_t

    private final class Shared: Sendable {
        let listener: Int32
        /// Wakes the thread for its end.
        let wake: (read: Int32, write: Int32)
        let accepted = Atomic<Int>(0)
        let drained: AsyncStream<Int>
        let counts: AsyncStream<Int>.Continuation

        init(listener: Int32, wake: (Int32, Int32)) {
            (self.listener, self.wake) = (listener, wake)
            (drained, counts) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func run() {
            var open: [pollfd] = [
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
            ]
            var bytes = [UInt8](repeating: 0, count: 16 << 10)
            while poll(&open, nfds_t(open.count), -1) >= 0, open[1].revents == 0 {
                for index in open.indices.dropFirst(2).reversed() where open[index].revents != 0 {
                    if recv(open[index].fd, &bytes, bytes.count, 0) > 0 { continue }
                    close(open[index].fd)
                    open.remove(at: index)
                }
                while open[0].revents != 0, case let peer = accept(listener, nil, nil), peer >= 0 {
                    accepted.add(1, ordering: .relaxed)
                    open.append(pollfd(fd: peer, events: Int16(POLLIN), revents: 0))
                }
                counts.yield(open.count - 2)
            }
            for entry in open.dropFirst(2) { close(entry.fd) }
            counts.finish()
        }
    }

    init() throws {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 4_096) == 0
                    ? getsockname(listener, address, &size) : -1
            }
        }
        var ends: [Int32] = [0, 0]
        guard code == 0, pipe(&ends) == 0 else { throw POSIXFault(code: errno) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let shared = Shared(listener: listener, wake: (ends[0], ends[1]))
        self.shared = shared
        thread = try startThread { shared.run() }
    }

    deinit {
        var byte: UInt8 = 1
        _ = write(shared.wake.write, &byte, 1)
        pthread_join(thread, nil)
        for descriptor in [shared.listener, shared.wake.read, shared.wake.write] {
            close(descriptor)
        }
    }

    /// How many connections there have been.
    var acceptedCount: Int { shared.accepted.load(ordering: .relaxed) }

    /// Waits until every connection has been closed by its peer.
    func waitUntilDrained() async {
        for await count in shared.drained where count == 0 { return }
    }
}

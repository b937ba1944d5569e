import Glibc

/// A pipe that ends a wait in `poll`: one side is watched, the other written to by whoever has news.
final class WakePipe: Sendable {
    /// The side to watch; -1 when the system has no descriptors left, which `poll` ignores.
    let watched: Int32
    private let written: Int32

    /// Makes a pipe that never blocks.
    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        watched = ends[0]
        written = ends[1]
    }

    deinit {
        for end in [watched, written] where end >= 0 { close(end) }
    }

    /// Ends the wait, or the next one. Waking twice is waking once.
    func wake() {
        var byte: UInt8 = 1
        _ = write(written, &byte, 1)
    }

    /// Forgets that it was woken.
    func drain() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(watched, &bytes, 16) > 0 {}
    }
}

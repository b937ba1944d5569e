import CCurl
import Glibc
import Testing

/// A TLS library writes with `write`, and then a connection that was closed raises a signal.
@Suite struct SigpipeTests {
    private static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }

    /// The signal would end the program, and with it this run.
    @Test func `P7: a write to a closed connection raises no signal on the thread of a caller`() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        let state = cwatch_sigpipe_hold()
        #expect(state.is_held == 1)
        #expect(write(ends[1], "x", 1) == -1)
        #expect(errno == EPIPE)
        #expect(Self.isPending)
        cwatch_sigpipe_release(state)
        #expect(!Self.isPending)
        close(ends[1])
    }

    @Test func `a thread that holds the signal back by itself keeps doing so`() {
        let outer = cwatch_sigpipe_hold()
        let inner = cwatch_sigpipe_hold()
        #expect(inner.is_held == 0)
        cwatch_sigpipe_release(inner)
        var signals = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &signals)
        #expect(sigismember(&signals, SIGPIPE) == 1)
        cwatch_sigpipe_release(outer)
        pthread_sigmask(SIG_BLOCK, nil, &signals)
        #expect(sigismember(&signals, SIGPIPE) == 0)
    }
}

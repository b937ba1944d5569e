import Glibc
package import SluiceFlow

/// Where text goes: a stream of the process, or a recording in a test.
package protocol TextSink: Sendable {
    /// Writes all of the text. Throws when it can't.
    func write(_ text: String) throws(WriteFailure)
}

/// A stream of this process.
package struct DescriptorSink: TextSink {
    private let descriptor: Int32

    /// Wraps a descriptor that stays open as long as the program runs.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Standard output.
    package static let output = DescriptorSink(STDOUT_FILENO)
    /// Standard error.
    package static let error = DescriptorSink(STDERR_FILENO)

    /// Writes all of the text, going on after interruptions and partial writes.
    package func write(_ text: String) throws(WriteFailure) {
        var text = text
        let failure: Int32 = text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let next = UnsafeBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, next.baseAddress, next.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    // Somebody made the shared terminal non-blocking; wait until it takes more.
                    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&poller, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        if failure != 0 { throw WriteFailure(number: failure) }
    }
}

/// Results that couldn't be written.
package struct WriteFailure: PresentableError, Hashable {
    /// The system's error number.
    package var number: Int32

    /// Makes a failure of a system error number.
    package init(number: Int32) { self.number = number }

    /// Whether nobody reads the results any more, as after `| head`: no fault of anyone's.
    package var isClosedPipe: Bool { number == EPIPE }
    /// Always `output`.
    package var code: String { "output" }
    /// What the system said. A closed stream is no descriptor to write to (`>&-`).
    package var message: String {
        let reason =
            number == EBADF ? "standard output is closed" : String(cString: strerror(number))
        return "The results can't be written: \(reason)."
    }
    /// The next step, where the reason suggests one.
    package var hint: String? {
        switch number {
        case ENOSPC, EDQUOT: "Make room on the disk, then try again."
        case EBADF: "Start the program with a standard output: without `>&-`."
        default: nil
        }
    }
    /// This machine's.
    package var kind: ErrorKind { .local }
}

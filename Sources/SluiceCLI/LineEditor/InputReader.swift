import Glibc

/// Reads lines from a descriptor as they come, and a password without showing it.
///
/// It has a thread of its own, and its waits end when the caller's task is cancelled.
package actor InputReader: LineSource {
    private let thread = OwnThread("sluice.input")
    private let descriptor: Int32
    private let prompts: (any TextSink)?
    private let pipe = WakePipe()
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// The executor with the thread of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Reads a descriptor; `prompts` is where a prompt is shown, nil for nowhere.
    package init(_ descriptor: Int32, prompts: (any TextSink)? = nil) {
        self.descriptor = descriptor
        self.prompts = prompts
    }

    /// The next line; a last one needs no line end. Text that isn't UTF-8 is repaired.
    package func nextLine(prompt: String) async -> LineInput {
        try? prompts?.write(prompt)
        return await withTaskCancellationHandler {
            readLine()
        } onCancel: {
            pipe.wake()
        }
    }

    /// A line typed after `prompt` without being shown. Where the descriptor is no terminal it is
    /// a line like any other.
    package func nextSecret(prompt: String) async -> LineInput {
        try? prompts?.write(prompt)
        let hidden = HiddenTyping(descriptor)
        let input = await withTaskCancellationHandler {
            readLine()
        } onCancel: {
            pipe.wake()
        }
        if hidden.end() { try? prompts?.write("\n") }
        return input
    }

    private func readLine() -> LineInput {
        pipe.drain()
        // Where no line end was found isn't searched again, or a long line would take its square.
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return .line(text(buffer[start..<end]))
            }
            searched = buffer.count - start
            if isAtEnd {
                guard start < buffer.count else { return .end }
                defer { start = buffer.count }
                return .line(text(buffer[start...]))
            }
            guard !Task.isCancelled, fill() else { return .interrupted }
        }
    }

    /// Waits for more bytes; false when the wait was ended from outside.
    private func fill() -> Bool {
        buffer.removeFirst(start)
        start = 0
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe.watched, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waits, 2, -1) < 0 {
            guard errno == EINTR else { return false }
        }
        if waits[1].revents != 0 {
            pipe.drain()
            return false
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
        } else if count == 0 || errno != EINTR && errno != EAGAIN {
            isAtEnd = true
        }
        return true
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return String(decoding: bytes, as: UTF8.self)
    }
}

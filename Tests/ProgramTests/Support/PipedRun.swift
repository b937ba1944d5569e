import Dispatch
import Glibc
import Synchronization

/// The program with its standard output in a pipe, which a test reads as it fills, and may close.
///
/// It ends the program with its last reference, or when the test that waits for it is given up.
final class PipedRun: Sendable {
    /// How long the program may print nothing before the test fails; no law's figure is near it.
    private static let hangLimit: Int32 = 20_000

    private let output: Int32
    /// The program's process.
    let process: pid_t
    private let state = Mutex((isEnded: false, isClosed: false))

    init(_ sluice: Sluice, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SpawnFailure("pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(
            &actions, 2, sluice.home.path + "/err", O_WRONLY | O_CREAT, 0o600)
        defer { Glibc.close(ends[1]) }
        output = ends[0]
        process = try Sluice.spawn(arguments, sluice.variables, &actions, nil)
    }

    /// So many further lines; fewer when the output ends before.
    func lines(_ count: Int) async throws -> [String] {
        let descriptor = output
        let limit = Self.hangLimit
        let text: String? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var bytes: [UInt8] = []
                var byte: UInt8 = 0
                while bytes.count(where: { $0 == 0x0A }) < count {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&wait, 1, limit) > 0 else {
                        return continuation.resume(returning: nil)
                    }
                    guard read(descriptor, &byte, 1) == 1 else { break }
                    bytes.append(byte)
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
        guard let text else { throw SpawnFailure("reading the output", ETIMEDOUT) }
        return text.split(separator: "\n").map(String.init)
    }

    deinit {
        close()
        guard kill() else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    /// Reads no more, as `head` when it has seen enough. Nothing else of this may be used after it but `end`.
    func close() {
        state.withLock { state in
            if !state.isClosed { Glibc.close(output) }
            state.isClosed = true
        }
    }

    /// Waits for the program's end.
    func end() async -> Int32 {
        let code = await withTaskCancellationHandler {
            await Sluice.end(of: process)
        } onCancel: {
            kill()
        }
        state.withLock { $0.isEnded = true }
        return code
    }

    /// Ends the program at once; false when it has ended, and another may have its number.
    @discardableResult
    private func kill() -> Bool {
        state.withLock { !$0.isEnded && Glibc.kill(process, SIGKILL) == 0 }
    }
}

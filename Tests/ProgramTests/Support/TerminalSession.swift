import Dispatch
import Glibc

/// The program at a prompt on a terminal of its own: a test types, and reads the screen.
final class TerminalSession: Sendable {
    /// How long the program may show nothing before the test fails; no law's figure is near it.
    private static let hangLimit: Int32 = 20_000

    private let main: Int32
    /// The program's process.
    let process: pid_t

    init(_ sluice: Sluice, _ arguments: [String] = []) throws {
        // TIOCSPTLCK and TIOCGPTN of <asm/ioctls.h>: unlock the other side, and ask its number.
        // Glibc's own calls for it aren't in Swift's module.
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard main >= 0, ioctl(main, 0x4004_5431, &isLocked) == 0,
            ioctl(main, 0x8004_5430, &number) == 0
        else { throw SpawnFailure("/dev/ptmx", errno) }
        var size = winsize(ws_row: 40, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(main, UInt(TIOCSWINSZ), &size) == 0 else {
            throw SpawnFailure("TIOCSWINSZ", errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens becomes its own.
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, 0x80)  // POSIX_SPAWN_SETSID of <spawn.h>
        process = try Sluice.spawn(arguments, sluice.variables, &actions, &attributes)
    }

    deinit { close(main) }

    /// Types keys; `\u{3}` is Ctrl-C.
    func type(_ keys: String) {
        var keys = keys
        _ = keys.withUTF8 { write(main, $0.baseAddress, $0.count) }
    }

    /// Reads the screen up to a text, and gives what was read, that text included.
    @discardableResult
    func read(until text: String) async throws -> String {
        let descriptor = main
        let limit = Self.hangLimit
        let read: String? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var bytes: [UInt8] = []
                var byte: UInt8 = 0
                while true {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&wait, 1, limit) > 0, Glibc.read(descriptor, &byte, 1) == 1 else {
                        return continuation.resume(returning: nil)
                    }
                    bytes.append(byte)
                    if bytes.reversed().starts(with: text.utf8.reversed()) {
                        return continuation.resume(
                            returning: String(decoding: bytes, as: UTF8.self))
                    }
                }
            }
        }
        guard let read else { throw NeverShown(text: text) }
        return read
    }

    /// The terminal's local modes, such as whether it echoes.
    var localModes: tcflag_t {
        var modes = termios()
        tcgetattr(main, &modes)
        return modes.c_lflag
    }

    /// Waits for the program's end.
    func end() async -> Int32 { await Sluice.end(of: process) }

    struct NeverShown: Error { let text: String }
}

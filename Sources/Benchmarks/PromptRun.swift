import Glibc

/// The program on a terminal of its own.
enum PromptRun {
    /// The time from the start to the moment at which a text is on the screen, in milliseconds; ends the program.
    static func milliseconds(
        _ program: String, _ environment: [String: String], until text: String
    ) throws -> Double {
        // TIOCSPTLCK and TIOCGPTN of <asm/ioctls.h>: unlock the other side, and ask its number.
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
            ioctl(terminal, 0x8004_5430, &number) == 0
        else { throw Child.Failure("/dev/ptmx") }
        var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)

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

        let clock = ContinuousClock()
        let start = clock.now
        let process = try Child.spawn(program, [], environment, &actions, &attributes)
        let isShown = wait(for: Array(text.utf8), on: terminal)
        let time = (clock.now - start) / .milliseconds(1)
        close(terminal)  // hangs up, which ends the program
        _ = Child.end(of: process)
        guard isShown else { throw Child.Failure("no prompt was shown", 0) }
        return time
    }

    /// Reads up to a text; false when the program ends before.
    private static func wait(for text: [UInt8], on terminal: Int32) -> Bool {
        var shown: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(terminal, &part, part.count), count > 0 {
            shown += part[..<count]
            guard shown.count >= text.count else { continue }
            let places = 0...(shown.count - text.count)
            if places.contains(where: { shown[$0..<$0 + text.count].elementsEqual(text) }) {
                return true
            }
        }
        return false
    }
}

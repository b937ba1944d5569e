import Glibc

/// What shows a text that is taller than the screen.
package protocol Paging: Sendable {
    /// Shows the text, and waits until the person has seen enough; false when it can't be started.
    func show(_ text: String) async -> Bool
}

/// The pager of a person's choice: `PAGER`, else `less`, run by the shell as other programs do.
package struct Pager: Paging {
    private let command: String
    private let environment: [String: String]
    private let thread = PagerThread()

    /// Chooses a pager; nil where `PAGER` is empty or `cat`, which want none.
    package init?(environment: [String: String]) {
        let command = environment["PAGER"] ?? "less"
        guard !command.isEmpty, command != "cat" else { return nil }
        self.command = command
        // Colours pass, the text stays on the screen, a text that does fit is simply shown, and the
        // last line says how to leave; a person's own choice wins.
        self.environment = ["LESS": "-FRX -PsSpace goes on, q leaves$"].merging(environment) { $1 }
    }

    /// Shows the text; the terminal's modes are put back afterwards, whatever the pager did.
    package func show(_ text: String) async -> Bool {
        let modes = TerminalModes(STDIN_FILENO)
        defer { modes.restore() }
        return await thread.run(command, environment, text)
    }
}

/// The thread that waits for a pager, so that the main actor doesn't.
private actor PagerThread {
    private let thread = OwnThread("sluice.pager")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    func run(_ command: String, _ environment: [String: String], _ text: String) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = spawn(command, environment, input: ends[0])
        close(ends[0])
        // A person may leave the pager before its end.
        if process != nil { try? DescriptorSink(ends[1]).write(text) }
        close(ends[1])
        guard let process else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return true }
        }
        // 126 and 127 are the shell's, for a command that it can't run.
        let code = status >> 8 & 0xFF
        return status & 0x7F != 0 || code < 126
    }

    private func spawn(
        _ command: String, _ environment: [String: String], input: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that this process ignores are the pager's to handle.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words = CStrings(["sh", "-c", command])
        var variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        defer {
            words.free()
            variables.free()
        }
        var process = pid_t()
        let result = posix_spawn(
            &process, "/bin/sh", &actions, &attributes, &words.pointers, &variables.pointers)
        return result == 0 ? process : nil
    }
}

/// Texts as C wants a list of them: pointers, with a null one at the end.
private struct CStrings {
    var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) }
        pointers.append(nil)
    }

    mutating func free() {
        for pointer in pointers { Glibc.free(pointer) }
        pointers = []
    }
}

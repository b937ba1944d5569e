import Glibc

/// A process that a figure starts: the program, or this one in another role.
///
/// It ends when its standard input does, at the latest with this process.
final class Child {
    /// A system call failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ call: String, _ number: Int32 = errno) {
            description = "\(call): \(String(cString: strerror(number)))"
        }
    }

    private let process: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts this program in a role; its standard input and output are pipes to here.
    init(role: Role, _ arguments: [String] = []) throws {
        var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { throw Failure("pipe") }
        // A child that held the other ends would keep itself alive.
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (input, output) = (toChild[1], fromChild[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        process = try Self.spawn(
            Self.ownPath, [role.rawValue] + arguments, Self.environment, &actions, nil)
        close(toChild[0])
        close(fromChild[1])
    }

    deinit {
        close(input)
        close(output)
        _ = Self.end(of: process)
    }

    /// The next line that it prints; empty at its end.
    func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads on, on a thread of its own, so that it never waits to be read.
    func drain() {
        let output = dup(output)
        startThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(output, &buffer, buffer.count) > 0 {}
            close(output)
        }
    }

    // MARK: Programs

    /// Runs a program without input and output to its end, and gives the time from its start, in milliseconds.
    static func milliseconds(
        _ program: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        let clock = ContinuousClock()
        let start = clock.now
        let process = try spawn(program, arguments, environment, &actions, nil)
        let code = end(of: process)
        let time = (clock.now - start) / .milliseconds(1)
        guard code == 0 else { throw Failure("\(program) \(arguments) gave \(code)", 0) }
        return time
    }

    static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t, _ attributes: UnsafePointer<posix_spawnattr_t>?
    ) throws -> pid_t {
        typealias Text = UnsafeMutablePointer<CChar>
        var words: [Text?] = ([program] + arguments).map { strdup($0) } + [nil]
        var pairs: [Text?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for case let text? in words + pairs { free(text) } }
        var process = pid_t()
        let result = posix_spawn(&process, program, &actions, attributes, &words, &pairs)
        guard result == 0 else { throw Failure("posix_spawn \(program)", result) }
        return process
    }

    /// Waits for a process; its exit code, or 128 and its signal.
    static func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Where this program is.
    static let ownPath: String = {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = bytes.withUnsafeMutableBytes { raw in
            raw.bindMemory(to: CChar.self).baseAddress.map {
                readlink("/proc/self/exe", $0, raw.count)
            } ?? 0
        }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }()

    /// The program, beside this one.
    static let program =
        ownPath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/sluice"

    /// What a child needs of this process's environment.
    static let environment: [String: String] = {
        var variables = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color"]
        variables["LD_LIBRARY_PATH"] = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
        return variables
    }()
}

import Dispatch
import Glibc

/// The built program, run as a person's shell would run it, with a home of its own.
struct Sluice {
    /// What a run left behind.
    struct Outcome: Sendable {
        var output: String
        var error: String
        var code: Int32
    }

    let home: Home
    var environment: [String: String] = [:]

    init() throws { home = try Home() }

    /// Runs the program with arguments and the text of its standard input; no stream is a terminal.
    func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(arguments: arguments, input: input)
    }

    /// The same, for arguments in a list; started in a folder, and with some of its streams closed.
    func run(
        arguments: [String], input: String = "", in folder: Home? = nil, closing: [Int32] = []
    ) async throws -> Outcome {
        // Files rather than pipes, so that no amount of output blocks the program.
        let streams = try Home()
        streams.write(input, to: "in")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, streams.path + "/in", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT
        posix_spawn_file_actions_addopen(&actions, 1, streams.path + "/out", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, streams.path + "/err", flags, 0o600)
        for stream in closing { posix_spawn_file_actions_addclose(&actions, stream) }
        let process =
            if let folder {
                try Self.spawn(
                    ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Self.program] + arguments,
                    variables, &actions, nil, program: "/bin/sh")
            } else {
                try Self.spawn(arguments, variables, &actions, nil)
            }
        let code = await Self.end(of: process)
        return Outcome(
            output: streams.text(of: "out") ?? "", error: streams.text(of: "err") ?? "", code: code)
    }

    /// The environment of a run: nothing of the test's own but what finds libraries.
    var variables: [String: String] {
        var variables = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "xterm-256color"]
        variables["LD_LIBRARY_PATH"] = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
        return variables.merging(environment) { $1 }.filter { $0.value != Self.unset }
    }

    /// The value of a variable that a run is not to have.
    static let unset = "\u{0}"

    /// The built program.
    static var program: String { built("sluice") }

    /// What is built stands beside the tests' own, in a checkout of whatever name.
    static func built(_ name: String) -> String {
        let candidates = CommandLine.arguments + [linkTarget("/proc/self/exe")]
        for candidate in candidates {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let program = candidate[..<slash] + "/" + name
            if access(String(program), X_OK) == 0 { return String(program) }
        }
        return name
    }

    static func spawn(
        _ arguments: [String], _ variables: [String: String],
        _ actions: inout posix_spawn_file_actions_t,
        _ attributes: UnsafePointer<posix_spawnattr_t>?, program: String = Sluice.program
    ) throws -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        var pairs: [UnsafeMutablePointer<CChar>?] = variables.map {
            strdup("\($0.key)=\($0.value)")
        }
        words.append(nil)
        pairs.append(nil)
        defer { for text in words + pairs { free(text) } }
        var process = pid_t()
        let result = posix_spawn(&process, program, &actions, attributes, &words, &pairs)
        guard result == 0 else { throw SpawnFailure("posix_spawn \(program)", result) }
        return process
    }

    /// Waits for a process on a thread that may block; its exit code, or 128 and its signal.
    static func end(of process: pid_t) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
            }
        }
    }

    private static func linkTarget(_ path: String) -> String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink(path, &bytes, bytes.count)
        return String(
            decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

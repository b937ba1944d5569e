@preconcurrency import Glibc
import Testing

/// A few points of the main kinds of fault; `make faults` tries them all.
@Suite struct FaultTests {
    /// Whether a C compiler and Python are found where a shell would find them.
    private static var canRun: Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return ["cc", "python3"].allSatisfy { tool in
            path.split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
    }

    @Test(.enabled(if: canRun, "a C compiler and Python are needed"), .timeLimit(.minutes(5)))
    func `S7: every fault is surfaced, and none leaves damage`() async throws {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let home = try Home()
        let code = try await run([
            "python3", "/\(tests)/Faults/faults.py", "--program", Sluice.program, "--quick",
            "--output", home.path + "/table", "system_calls", "migration", "killed", "damage",
            "foreign", "moved", "opening",
        ])
        #expect(code == 0, "\(home.text(of: "table") ?? "no table")")
    }

    private func run(_ words: [String]) async throws -> Int32 {
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = (["env"] + words).map { strdup($0) }
        arguments.append(nil)
        defer { for text in arguments { free(text) } }
        let result = posix_spawn(&process, "/usr/bin/env", nil, nil, &arguments, environ)
        guard result == 0 else { throw SpawnFailure("posix_spawn env", result) }
        return await Sluice.end(of: process)
    }
}

import Glibc
import Testing

/// What cancelled requests leave behind in a process that does nothing else.
@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
    /// swift-corelibs-foundation#5412, #5456: cancelling many requests deadlocks.
    @Test
    func `P13: 1,000 × 100 cancelled requests end with as many descriptors and threads as before`()
        async throws
    {
        let good = try LoopbackServer { _ in .answer(200, "1") }
        let silent = try SilentListener()
        let streams = try Home()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(
            &actions, 1, streams.path + "/out", O_WRONLY | O_CREAT, 0o600)
        let process = try Sluice.spawn(
            ["role:cancel", good.url, "http://127.0.0.1:\(silent.port)/"],
            try Sluice().variables, &actions, nil, program: Sluice.built("Benchmarks"))
        #expect(await Sluice.end(of: process) == 0)
        let lines = try #require(streams.text(of: "out")).split(separator: "\n")
            .map { $0.split(separator: " ").compactMap { Int($0) } }
        // Descriptors, threads, cancelled requests: before, and after.
        try #require(lines.count == 2 && lines.allSatisfy { $0.count == 3 })
        #expect(lines[1][2] == 100_000)
        #expect(lines[1][0] == lines[0][0])
        // A thread of the pool that has nothing to do may go.
        #expect(lines[1][1] <= lines[0][1])
        // Else nothing was cancelled that had begun.
        #expect(silent.acceptedCount > 100)
    }
}

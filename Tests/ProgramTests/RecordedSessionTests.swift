import Glibc
import SluiceTesting
import Testing

/// T7: a session that the program recorded is a test.
@Suite(.timeLimit(.minutes(5)))
struct RecordedSessionTests {
    private static let commands = """
        login demo --password-stdin
        demo-pass-1
        login demo --password-stdin
        demo
        list --per-page 3
        search an --limit 3
        show 7
        show 7
        show nobody@example.org
        sync
        status
        export - --where department=sales --format ndjson --quiet
        whoami
        logout
        """

    @Test func `T7: a recorded session replays to the same events in the same order`() async throws
    {
        let sluice = try Sluice()
        let file = sluice.home.path + "/report"
        let outcome = try await sluice.run(
            "--record", file, "--keep-going", input: Self.commands + "\n")
        #expect(outcome.error.contains("note: Recorded 13 inputs and "), "\(outcome.error)")
        #expect(sluice.home.mode(of: "report") == 0o600)
        let text = try #require(sluice.home.text(of: "report"))
        #expect(!text.contains("demo-pass-1"))
        try await ReplayedSession.run(text)
    }

    @Test(arguments: [
        "latency=20ms", "fault=expired", "fault=rejected", "fault=offline",
        "fault=status503", "fault=html",
    ])
    func `T7: a session with a fault replays as it was`(fault: String) async throws {
        let sluice = try Sluice()
        let outcome = try await sluice.run(
            "--record", sluice.home.path + "/report", "--base-url", "sample:?\(fault)",
            "--keep-going", input: "show 7\nlist\nsearch an\nshow 7\nstatus\n")
        #expect(outcome.error.contains("Recorded 6 inputs"), "\(outcome.error)")
        try await ReplayedSession.run(try #require(sluice.home.text(of: "report")))
    }

    @Test func `T7: another answer fails the replay, which shows where`() async throws {
        let sluice = try Sluice()
        let outcome = try await sluice.run(
            "--record", sluice.home.path + "/report", "show", "7", "--quiet")
        #expect(outcome.code == 0)
        let text = try #require(sluice.home.text(of: "report"))
        let changed = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.contains(" ~ ")
                    ? String(line).replacing(#"\"id\":7,"#, with: #"\"id\":8,"#)
                    : String(line)
            }.joined(separator: "\n")
        try #require(changed != text)
        let error = await #expect(throws: TestFailure.self) {
            try await ReplayedSession.run(changed)
        }
        let said = try #require(error?.description)
        #expect(said.hasPrefix("the timeline differs: line "))
        #expect(said.contains("  - ") && said.contains("  + "))
    }

    @Test func `T7: a call that was given up, and one in which the program was killed, replay`()
        async throws
    {
        let sluice = try Sluice()
        let session = try TerminalSession(
            sluice,
            [
                "--record", sluice.home.path + "/report", "--timeout", "100000", "--base-url",
                "sample:?latency=100000s",
            ])
        try await session.read(until: "[online]> ")
        session.type("show 7\n")
        // The spinner shows that the call runs.
        try await session.read(until: "\u{1B}[K")
        session.type("\u{3}")
        try await session.read(until: "Cancelled.")
        try await session.read(until: "[online]> ")
        session.type("show 8\n")
        try await session.read(until: "\u{1B}[K")
        kill(session.process, SIGKILL)
        #expect(await session.end() == 128 + SIGKILL)
        let text = try #require(sluice.home.text(of: "report"))
        #expect(text.contains("> cancel\n"))
        #expect(text.contains("> show \"8\"\n"))
        try await ReplayedSession.run(text)
        // The last line may be cut too.
        try await ReplayedSession.run(text + "   99 ms  us")
    }

    @Test func `an existing file is left as it is, and refused`() async throws {
        let sluice = try Sluice()
        sluice.home.write("mine", to: "report")
        let outcome = try await sluice.run("--record", sluice.home.path + "/report", "list")
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("is there already, and is left as it is."))
        #expect(outcome.error.contains("--record"))
        #expect(sluice.home.text(of: "report") == "mine")
    }

    @Test func `a line can't begin a recording in the middle of a session`() async throws {
        let sluice = try Sluice()
        let outcome = try await sluice.run(
            input: "show 7 --record \(sluice.home.path)/report\n")
        #expect(outcome.code == 2)
        #expect(outcome.error.contains("`sluice --record FILE`"), "\(outcome.error)")
        #expect(sluice.home.text(of: "report") == nil)
    }
}

import Glibc
import Testing

/// The program at a prompt, on a real terminal. They hold with libedit and without it.
@Suite struct PromptTests {
    @Test func `C2: a prompt runs lines and Ctrl-D leaves`() async throws {
        let session = try TerminalSession(Sluice())
        try await session.read(until: "sample:guest[online]> ")
        session.type("show 7 --fields id\n")
        try await session.read(until: "id  7\r\n")
        try await session.read(until: "]> ")
        session.type("offline on\n")
        try await session.read(until: "sample:guest[offline]> ")
        session.type("\u{4}")
        #expect(await session.end() == 0)
    }

    @Test func `C6: Ctrl-C gives up the line, cancels the running call, and never leaves`()
        async throws
    {
        let session = try TerminalSession(
            Sluice(), ["--timeout", "100000", "--base-url", "sample:?latency=100000s"])
        try await session.read(until: "[online]> ")
        session.type("frobnicate\u{3}")
        try await session.read(until: "[online]> ")
        session.type("show 7\n")
        // The spinner shows that the call runs.
        try await session.read(until: "\u{1B}[K")
        session.type("\u{3}")
        try await session.read(until: "Cancelled.")
        try await session.read(until: "[online]> ")
        session.type("show 7 --offline\n")
        try await session.read(until: "error:")
        try await session.read(until: "[online]> ")
        session.type("quit\n")
        #expect(await session.end() == 0)
    }

    @Test func `C6: what is typed while a call runs is shown at the prompt, not into the spinner`()
        async throws
    {
        let session = try TerminalSession(Sluice(), ["--base-url", "sample:?latency=1s"])
        try await session.read(until: "[online]> ")
        session.type("show 7 --fields id\n")
        try await session.read(until: "\u{1B}[K⠹")
        session.type("zyxw")
        let meanwhile = try await session.read(until: "id  7\r\n")
        #expect(!meanwhile.contains("z"))
        try await session.read(until: "zyxw")
        session.type("\u{3}")
        try await session.read(until: "[online]> ")
        session.type("quit\n")
        #expect(await session.end() == 0)
    }

    @Test func `C9: a password isn't shown, nor is its line kept`() async throws {
        let sluice = try Sluice()
        let session = try TerminalSession(sluice)
        try await session.read(until: "[online]> ")
        session.type("status --fields profile\n")
        try await session.read(until: "[online]> ")
        session.type("login demo\n")
        try await session.read(until: "Password of demo: ")
        session.type("demo\n")
        let shown = try await session.read(until: "sample:demo[online]> ")
        #expect(!shown.hasPrefix("demo"))
        session.type("quit\n")
        #expect(await session.end() == 0)
        guard let history = sluice.home.text(of: ".local/state/sluice/history") else { return }
        #expect(history == "status --fields profile\nquit\n")
        #expect(sluice.home.mode(of: ".local/state/sluice/history") == 0o600)
    }

    @Test func `SIGTERM gives the terminal back as it was`() async throws {
        let session = try TerminalSession(Sluice())
        let before = session.localModes
        try await session.read(until: "[online]> ")
        session.type("sho")
        try await session.read(until: "sho")
        kill(session.process, SIGTERM)
        #expect(await session.end() == 143)
        #expect(session.localModes == before)
    }

    @Test func `C6: an interrupted one-shot command ends with 130`() async throws {
        let session = try TerminalSession(
            Sluice(), ["--timeout", "100000", "--base-url", "sample:?latency=100000s", "show", "7"])
        try await session.read(until: "\u{1B}[K")
        session.type("\u{3}")
        #expect(await session.end() == 130)
    }
}

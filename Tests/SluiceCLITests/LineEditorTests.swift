import Glibc
import Testing

@testable import SluiceCLI

/// Reading lines, and what a history keeps.
@Suite struct LineEditorTests {
    @Test(arguments: [
        ("list", true), ("show 7 --json", true), (" show 7", false), ("", false),
        ("login ana", false), ("--json login ana", false), ("lgoin ana secret", false),
        ("login ana --password secret", false), ("frobnicate", true),
        ("use http://ana:secret@host/", false), ("use http://host/a@b", true),
        ("search login", true),
    ])
    func `C2: no sensitive line and none that begins with a space is kept`(
        _ line: String, _ isKept: Bool
    ) {
        #expect(HistoryRule.admits(line) == isKept)
    }

    @Test func `C2: the history's file is its owner's only, and is read again`() throws {
        let folder = try TemporaryFolder()
        let file = HistoryFile(path: folder.path + "/state/sluice/history")
        #expect(file.load() == .lines([]))
        // One that an earlier program left open to others is closed to them.
        #expect(chmod(file.path, 0o644) == 0)
        file.append("list")
        file.append("show 김민준")
        #expect(file.load() == .lines(["list", "show 김민준"]))
        var status = stat()
        #expect(stat(file.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `a history without a folder says why there is none`() {
        // Not even root makes a folder there.
        let file = HistoryFile(path: "/sys/sluice-nowhere/history")
        guard case .unusable(let reason) = file.load() else {
            Issue.record("the history was made")
            return
        }
        #expect(!reason.contains("No such file"))
    }

    @Test func `a history that is damaged or locked is left alone, with one warning`() throws {
        let folder = try TemporaryFolder()
        let file = HistoryFile(path: folder.path + "/history")
        #expect(file.load() == .lines([]))
        let descriptor = open(file.path, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(
            file.load()
                == .unusable(
                    "The history \(file.path) isn't used: another process holds it. "
                        + "Lines are kept in memory."))
        file.append("list")
        #expect(flock(descriptor, LOCK_UN) == 0)
        #expect(file.load() == .lines([]))
        var bytes: [UInt8] = [0xFF, 0xFE, 0x0A]
        #expect(write(descriptor, &bytes, 3) == 3)
        #expect(
            file.load()
                == .unusable(
                    "The history \(file.path) isn't used: it is damaged. "
                        + "Lines are kept in memory."))
    }

    @Test func `a history keeps its last thousand lines`() throws {
        let folder = try TemporaryFolder()
        let file = HistoryFile(path: folder.path + "/history")
        let lines = (0..<2_500).map { "show \($0)" }
        file.append(lines.joined(separator: "\n"))
        #expect(file.load() == .lines(Array(lines.suffix(1_000))))
        #expect(file.load() == .lines(Array(lines.suffix(1_000))))
    }

    @Test func `lines are read as they stand, the last one without an end too`() async {
        let reader = InputReader(
            descriptorHolding("a\r\n\n" + String(repeating: "x", count: 50_000) + "\nlast"))
        #expect(await reader.nextLine(prompt: "") == .line("a"))
        #expect(await reader.nextLine(prompt: "") == .line(""))
        #expect(await reader.nextLine(prompt: "") == .line(String(repeating: "x", count: 50_000)))
        #expect(await reader.nextLine(prompt: "") == .line("last"))
        #expect(await reader.nextLine(prompt: "") == .end)
    }

    @Test func `C6: a cancelled task waits for no line, and the next one does`() async {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = InputReader(ends[0])
        let waiting = Task { await reader.nextLine(prompt: "") }
        waiting.cancel()
        #expect(await waiting.value == .interrupted)
        try? DescriptorSink(ends[1]).write("x\n")
        #expect(await reader.nextLine(prompt: "") == .line("x"))
        close(ends[0])
        close(ends[1])
    }

    @MainActor @Test func `the history stands under the state folder, and nowhere without a home`()
    {
        #expect(Prompt.historyPath(["XDG_STATE_HOME": "/s"]) == "/s/sluice/history")
        #expect(
            Prompt.historyPath(["XDG_STATE_HOME": "s", "HOME": "/h"])
                == "/h/.local/state/sluice/history")
        #expect(Prompt.historyPath([:]) == nil)
    }

    private func descriptorHolding(_ text: String) -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return -1 }
        try? DescriptorSink(ends[1]).write(text)
        close(ends[1])
        return ends[0]
    }
}

import Foundation
import Testing

@testable import SluiceTesting

/// T4: snapshots are files; when they are written, and what a difference looks like.
@Suite struct SnapshotTests {
    /// A snapshot in a folder of its own, which is removed at the end.
    private func withSnapshot(_ body: (SnapshotFile) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "snapshots-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(
            SnapshotFile(
                name: "shows the user()", testFile: folder.appending(path: "ScreenTests.swift").path
            ))
    }

    private func message(_ work: () throws -> Void) -> String {
        do {
            try work()
            return "passed"
        } catch { return "\(error)" }
    }

    @Test func `T4: a missing snapshot is recorded and fails once, then it is checked`() throws {
        try withSnapshot { file in
            #expect(file.path.hasSuffix("/Snapshots/ScreenTests/shows-the-user.txt"))
            #expect(message { try file.check("a\n", mode: .missing) }.hasPrefix("recorded "))
            #expect(message { try file.check("a\n", mode: .missing) } == "passed")
            #expect(message { try file.check("b\n", mode: .missing) }.contains(" differs: line 1"))
            #expect(message { try file.check("a\n", mode: .missing) } == "passed")
        }
    }

    @Test func `T4: the mode says which snapshots are written`() throws {
        try withSnapshot { file in
            #expect(message { try file.check("a\n", mode: .never) }.hasPrefix("no snapshot at "))
            #expect(message { try file.check("a\n", mode: .failed) }.hasPrefix("recorded "))
            #expect(message { try file.check("a\n", mode: .failed) } == "passed")
            #expect(message { try file.check("b\n", mode: .never) }.contains(" differs: line 1"))
            #expect(message { try file.check("b\n", mode: .failed) }.hasPrefix("recorded "))
            #expect(message { try file.check("b\n", mode: .all) }.hasPrefix("recorded "))
            #expect(message { try file.check("b\n", mode: .never) } == "passed")
        }
    }

    @Test func `T4: in CI nothing is ever recorded, whatever the mode says`() {
        #expect(SnapshotMode.current { _ in nil } == .missing)
        #expect(SnapshotMode.current { $0 == "SLUICE_SNAPSHOTS" ? "all" : nil } == .all)
        #expect(SnapshotMode.current { $0 == "CI" ? "true" : "all" } == .never)
        #expect(SnapshotMode.current { $0 == "CI" ? "1" : nil } == .never)
        #expect(SnapshotMode.current { $0 == "CI" ? "false" : nil } == .missing)
    }

    @Test func `T3: only white space at line ends and blank lines at the end don't count`() {
        #expect(TextDifference(expected: "a  \nb\n\n", actual: "a\nb") == nil)
        #expect(TextDifference(expected: "a\nb", actual: "a\n b") != nil)
        #expect(TextDifference(expected: "a\nb", actual: "a\nc") != nil)
        #expect(TextDifference(expected: "a", actual: "a\nb") != nil)
        #expect(TextDifference(expected: "a\nb", actual: "a") != nil)
    }
}

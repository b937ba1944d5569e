import Foundation
import Testing

/// Another package that uses this one as an app would, by its public API alone.
@Suite struct ConsumerTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `another package builds on this one, passes its own tests and runs`() throws {
        // Its own objects are built anew: the build system doesn't see that they call another
        // initializer when a default argument was added to one of ours.
        for target in ["Directory", "DirectoryTests", "consumer", "notes"] {
            try? FileManager.default.removeItem(
                at: Self.root.appending(path: ".build/consumer/debug/\(target).build"))
        }
        let tested = try swift("test")
        #expect(tested.status == 0, "\(tested.output)")
        #expect(tested.output.contains("2 tests"))
        let run = try swift("run", "-q", "consumer")
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("Ana\nrejected no such user\nBo\n2 later\nCy\n"))
        let notes = try swift("run", "-q", "notes")
        #expect(notes.status == 0, "\(notes.output)")
        let said = [
            "Call Ana", "3 notes", "asked at 0", "rain", "rain", "asked at 3601000", "rain",
            "closed",
        ]
        #expect(notes.output.hasSuffix(said.joined(separator: "\n") + "\n"))
    }

    /// Runs a Swift command on the consumer, in a build folder of its own: this package's is in use.
    private func swift(
        _ command: String, _ arguments: String...
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = FileManager.default.temporaryDirectory
            .appending(path: "consumer-\(ProcessInfo.processInfo.processIdentifier)-\(command).txt")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let handle = try FileHandle(forWritingTo: output)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swift", command, "--package-path",
                Self.root.appending(path: "Tests/Consumer").path,
                "--scratch-path", Self.root.appending(path: ".build/consumer").path,
            ] + arguments
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    @Test(arguments: ["README.md", "Documentation/Store.md"])
    func `every Swift example of a page stands in code that is built`(page: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(!blocks.isEmpty)
        let code = try SourceTree(below: "Tests/Consumer").files
            .map { lines($0.lines).joined(separator: "\n") }
        for block in blocks {
            let wanted = lines(block.components(separatedBy: "\n")).joined(separator: "\n")
            #expect(code.contains { $0.contains(wanted) }, "not in Tests/Consumer:\n\(block)")
        }
    }

    /// Lines without their indentation, blank ones left out.
    private func lines(_ text: [String]) -> [String] {
        text.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

import Foundation
import Testing

/// What must not compile, checked against the modules that this run was built from.
@Suite struct NegativeTests {
    @Test func `F1, F2: an output can't fail, and a stream can't leave the main actor`() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Negative/check.sh")
        // The modules stand beside the test bundle.
        let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "Modules")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [script.path, modules.path]
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
    }
}

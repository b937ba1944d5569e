import Foundation
import SluiceFlow
import SluiceTesting
import Testing

/// A page of the documentation: examples that run, each with the timeline that came out of it and a
/// picture of it.
struct ExamplePage {
    private let name: String
    /// The files of the page by their paths in `Documentation`.
    private var files: [String: String] = [:]

    /// Begins a page of `Documentation`.
    init(_ name: String, introduction: String) {
        self.name = name
        files[name] = introduction + "\n\n"
    }

    /// Adds an example.
    mutating func add(_ example: String, says: String, code: String, timeline: Timeline) {
        let picture = "Diagrams/" + example.filter { !" ,()".contains($0) } + ".svg"
        files[picture] = MarbleDiagram(timeline).svg
        files[name, default: ""] += """
            ## \(example)

            \(says)

            ```
            \(code)

            \(timeline)```

            ![The same as a picture](\(picture))


            """
    }

    /// Holds the files to what was added; writes them when snapshots are recorded.
    func check() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation").standardized
        for (path, text) in files {
            let file = folder.appending(path: path)
            if ProcessInfo.processInfo.environment["SLUICE_SNAPSHOTS"] == "all" {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            let written = try String(contentsOf: file, encoding: .utf8)
            #expect(written == text, "\(path) isn't what the examples give")
        }
    }
}

/// A call that takes 100 ms and gives ten times its number, or fails for the number 2.
func exampleCall(_ number: Int, _ clock: VirtualClock) -> Single<Int, Boom> {
    Single("call(\(number))") { () async throws(Boom) in
        try? await clock.sleep(for: .milliseconds(100))
        if number == 2 { throw Boom(number: 2) }
        return number * 10
    }
}

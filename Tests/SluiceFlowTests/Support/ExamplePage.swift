import Foundation
import SluiceFlow
import SluiceTesting
import Testing

/// A page of the documentation: examples that run, each with the timeline that came out of it.
struct ExamplePage {
    private let name: String
    private var text: String

    /// Begins a page of `Documentation`.
    init(_ name: String, introduction: String) {
        self.name = name
        text = introduction + "\n\n"
    }

    /// Adds an example.
    mutating func add(_ name: String, says: String, code: String, timeline: String) {
        text += """
            ## \(name)

            \(says)

            ```
            \(code)

            \(timeline)```


            """
    }

    /// Holds the page to what was added; writes it when snapshots are recorded.
    func check() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Documentation/\(name)").standardized
        if ProcessInfo.processInfo.environment["SLUICE_SNAPSHOTS"] == "all" {
            try text.write(to: path, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: path, encoding: .utf8)
        #expect(written == text)
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

import FoundationEssentials
import Glibc
import SluiceFlow

/// When a snapshot's file is written.
public enum SnapshotMode: String, Sendable, CaseIterable {
    /// A missing file is written, and the test fails once to say so: the default.
    case missing
    /// A missing or different file is written, and the test fails once to say so.
    case failed
    /// Every file is written, and every test fails once to say so.
    case all
    /// No file is written: the only mode where `CI` is set.
    case never

    /// The mode of this run: `SLUICE_SNAPSHOTS` of the environment, and `never` where `CI` is set.
    static func current(_ environment: (String) -> String?) -> SnapshotMode {
        if let ci = environment("CI"), !ci.isEmpty, ci != "false" { return .never }
        return environment("SLUICE_SNAPSHOTS").flatMap(SnapshotMode.init) ?? .missing
    }
}

extension VirtualTime {
    /// Asserts that the whole timeline equals the file `Snapshots/<test file>/<name>.txt` beside the test.
    ///
    /// - Parameters:
    ///   - name: the file's name; the test function's, unless one is given.
    ///   - mode: when the file is written; nil follows `SLUICE_SNAPSHOTS`.
    /// - Throws: `TestFailure` with the first difference, two lines around it.
    public func snapshot(
        _ name: String = #function, mode: SnapshotMode? = nil, file: String = #filePath
    ) throws {
        assertedEvents = recorder.timeline.events.count
        let store = SnapshotFile(name: name, testFile: file)
        try store.check(
            recorder.timeline.description,
            mode: mode ?? .current { name in getenv(name).map { String(cString: $0) } })
    }

    /// Asserts that the whole timeline equals `expected`; white space at line ends doesn't count.
    ///
    /// - Throws: `TestFailure` with the first difference, two lines around it.
    public func expect(_ expected: String) throws {
        assertedEvents = recorder.timeline.events.count
        if let difference = TextDifference(
            expected: expected, actual: recorder.timeline.description)
        {
            throw TestFailure("the timeline differs: \(difference)")
        }
    }
}

/// A snapshot's file.
struct SnapshotFile {
    let path: String

    init(name: String, testFile: String) {
        let parts = testFile.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let suite = parts.last.map { $0.split(separator: ".")[0] } ?? ""
        path = "\(folder)/Snapshots/\(suite)/\(Self.fileName(name)).txt"
    }

    /// A file name that reads like the test's name: what isn't a letter or digit becomes a hyphen.
    static func fileName(_ name: String) -> String {
        var text = ""
        for scalar in name.replacing("()", with: "").unicodeScalars {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            if isWord {
                text.unicodeScalars.append(scalar)
            } else if !text.isEmpty, !text.hasSuffix("-") {
                text += "-"
            }
        }
        while text.hasSuffix("-") { text.removeLast() }
        return text
    }

    func check(_ actual: String, mode: SnapshotMode) throws {
        let expected = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
        let difference = expected.flatMap { TextDifference(expected: $0, actual: actual) }
        let isWritten =
            switch mode {
            case .never: false
            case .missing: expected == nil
            case .failed: expected == nil || difference != nil
            case .all: true
            }
        if isWritten {
            try write(actual)
            throw TestFailure("recorded \(path); run the test again to check against it")
        }
        guard expected != nil else {
            throw TestFailure("no snapshot at \(path), and none is recorded in this mode")
        }
        if let difference { throw TestFailure("\(path) differs: \(difference)") }
    }

    private func write(_ text: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
    }
}

import Foundation

/// The package's own sources, read as text.
struct SourceTree {
    struct File {
        let path: String
        let lines: [String]
    }

    let files: [File]

    /// The Swift files below a folder of the package, with paths from the package's root.
    init(below folder: String, testFile: String = #filePath) throws {
        let root = URL(filePath: testFile)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let paths =
            try FileManager.default.subpathsOfDirectory(
                atPath: root.appending(path: folder).path)
        files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let text = try String(
                contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
            return File(
                path: "\(folder)/\(path)", lines: text.components(separatedBy: "\n"))
        }
    }

    /// The lines that match a pattern, comments left out, as `path:line: text`.
    func lines(matching pattern: String) throws -> [String] {
        let regex = try Regex(pattern)
        return files.flatMap { file in
            file.lines.enumerated().compactMap { number, line in
                let code = line.split(
                    separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
                return code.contains(regex) ? "\(file.path):\(number + 1): \(line)" : nil
            }
        }
    }
}

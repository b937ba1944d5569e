/// The first line in which two texts differ, with two lines around it.
struct TextDifference: CustomStringConvertible {
    let description: String

    /// Nil when the texts are equal but for white space at line ends and blank lines at the end.
    init?(expected: String, actual: String) {
        let expected = Self.lines(of: expected)
        let actual = Self.lines(of: actual)
        if expected == actual { return nil }
        let count = max(expected.count, actual.count)
        let first =
            (0..<count).first { index in
                index >= expected.count || index >= actual.count
                    || expected[index] != actual[index]
            } ?? 0
        var text = "line \(first + 1)\n"
        for index in max(0, first - 2)..<first { text += "    \(expected[index])\n" }
        text += index(first, in: expected, mark: "  - ", end: "  - (end)\n")
        text += index(first, in: actual, mark: "  + ", end: "  + (end)\n")
        for index in (first + 1)..<max(first + 1, min(first + 3, actual.count)) {
            text += "    \(actual[index])\n"
        }
        description = text + "the whole actual text:\n" + actual.joined(separator: "\n") + "\n"
        func index(_ index: Int, in lines: [String], mark: String, end: String) -> String {
            index < lines.count ? "\(mark)\(lines[index])\n" : end
        }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = line
            while let last = line.last, last == " " || last == "\r" { line.removeLast() }
            return String(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

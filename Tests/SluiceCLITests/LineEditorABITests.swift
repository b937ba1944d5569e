import FoundationEssentials
import Testing

/// The numbers that `CLineEdit.c` declares for itself, against libedit's own header.
@Suite struct LineEditorABITests {
    private static let header = "/usr/include/histedit.h"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: header)))
    func `libedit's numbers are those of the system's header`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let source = try text(root.appending(path: "Sources/CLineEdit/CLineEdit.c").path())
        let defined = numbers(in: try text(Self.header), separator: " ")
        let declared = numbers(in: source, separator: "=")
        #expect(declared.count >= 15)
        for (name, number) in declared {
            #expect(defined[name] == number, "\(name)")
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    /// Each `CC_`, `EL_` or `H_` name that is followed by the separator and a number.
    private func numbers(in text: String, separator: String) -> [String: Int] {
        var numbers: [String: Int] = [:]
        let words = text.split { " \t\n,;{}".contains($0) }
        for (index, word) in words.enumerated() {
            guard ["CC_", "EL_", "H_"].contains(where: word.hasPrefix) else { continue }
            let rest = words.dropFirst(index + 1).prefix(separator == " " ? 1 : 2)
            guard let last = rest.last, let number = Int(last) else { continue }
            if separator == "=", rest.first != "=" { continue }
            numbers[String(word)] = number
        }
        return numbers
    }
}

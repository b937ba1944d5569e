/// Which lines a history may hold (C2, P12).
enum HistoryRule {
    /// Whether a line may be kept: not empty, not begun with a space, of no sensitive command, and
    /// without a name and password in an address.
    static func admits(_ line: String) -> Bool {
        guard let first = line.first, !first.isWhitespace else { return false }
        return !isSensitive(line) && !hasUserInfo(line)
    }

    private static func isSensitive(_ line: String) -> Bool {
        let names = CommandTable.commands.filter(\.isSensitive).map(\.name.rawValue)
        if let words = try? LineSplitter.words(of: line), let parsed = try? LineParser.parse(words),
            let spec = parsed.spec
        {
            return spec.isSensitive
        }
        // A mistyped `login ann secret` runs nothing, and still holds what it holds.
        return line.split(separator: " ").contains { word in
            Suggestion.nearest(to: String(word), in: names) != nil
        }
    }

    private static func hasUserInfo(_ line: String) -> Bool {
        guard let scheme = line.firstRange(of: "://") else { return false }
        return line[scheme.upperBound...].prefix { $0 != "/" && !$0.isWhitespace }.contains("@")
    }
}

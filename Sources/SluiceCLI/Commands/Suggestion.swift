/// The nearest of some words to a mistyped one.
enum Suggestion {
    /// What other programs call commands of this one.
    private static let commands = [
        "q": "quit", "bye": "quit", "h": "help", "man": "help",
    ]
    /// What short options mean elsewhere; here each has one name.
    private static let options = [
        "-?": "--help", "-v": "--version", "-V": "--version", "-q": "--quiet",
    ]

    /// The command that was probably meant by a word that is none.
    static func command(_ word: String) -> String? {
        commands[word.lowercased()] ?? nearest(to: word, in: CommandName.allCases.map(\.rawValue))
    }

    /// The option that a short one stands for elsewhere.
    static func option(_ word: String) -> String? { options[word] }

    /// The nearest candidate, when it is near enough to be meant; the first of equally near ones.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let limit = max(1, word.count / 3)
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        if let best { return best.word }
        // A word cut short, as `prof` for `profiles`, is many edits away and still clear.
        let longer = candidates.filter { word.count >= 2 && $0.hasPrefix(word.lowercased()) }
        return longer.count == 1 ? longer.first : nil
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the
    /// other (optimal string alignment).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}

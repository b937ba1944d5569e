/// Finds the word that a misspelt one was probably meant to be.
enum Nearest {
    /// The nearest of `words`, where it is near enough: about one edit in three letters.
    static func word(to typed: String, in words: [String]) -> String? {
        let limit = max(1, (typed.count + 1) / 3)
        return
            words
            .map {
                (word: $0, distance: distance(Array(typed.lowercased()), Array($0.lowercased())))
            }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?
            .word
    }

    /// The number of letters to insert, remove or replace (Wagner and Fischer 1974).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}

/// How the sample directory compares text: without case, and without the accents of Latin letters.
enum SampleSearch {
    private static let plain: [Character: String] = {
        let groups = [
            "a": "àáâãäåā", "c": "çćč", "e": "èéêëē", "i": "ìíîïī", "l": "ł", "n": "ñńň",
            "o": "òóôõöøō", "s": "śšş", "u": "ùúûüū", "y": "ýÿ", "z": "źžż", "ss": "ß",
        ]
        var plain: [Character: String] = [:]
        for (letter, accented) in groups { for character in accented { plain[character] = letter } }
        return plain
    }()

    /// The text to compare.
    static func fold(_ text: String) -> String {
        // Equal characters are equal whether composed or not, so a table of the composed will do.
        text.lowercased().reduce(into: "") { folded, character in
            if let letter = plain[character] {
                folded += letter
            } else {
                folded.append(character)
            }
        }
    }
}

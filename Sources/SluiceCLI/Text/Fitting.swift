/// Text made to fit a number of columns.
enum Fitting {
    /// The text if it fits, else as much of it as fits before an ellipsis.
    static func truncate(_ text: String, to columns: Int) -> String {
        guard DisplayWidth.of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var width = 1
        for character in text {
            let next = width + DisplayWidth.of(character)
            if next > columns { break }
            kept.append(character)
            width = next
        }
        return kept + "…"
    }

    /// The text followed by as many blanks as make it `columns` wide; longer text stays as it is.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }
}

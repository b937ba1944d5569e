/// Cells in columns: padded by display width, and cut only when a width is given.
struct TableLayout {
    /// The blanks between two columns.
    static let gap = 2
    /// No column is made narrower than this to fit a terminal.
    static let narrowest = 6

    /// The first line, or nil for none.
    var header: [String]?
    /// The rows; each as long as the header.
    var rows: [[String]]
    /// The columns the whole table may take; nil cuts nothing.
    var width: Int?

    /// The table's lines, without line ends and without trailing blanks.
    func lines() -> [String] {
        let all = (header.map { [$0] } ?? []) + rows
        let columns = fitted(natural(all))
        return all.map { row in
            var line = ""
            for (index, cell) in row.enumerated() {
                let text = width == nil ? cell : Fitting.truncate(cell, to: columns[index])
                if index == row.count - 1 {
                    line += text
                } else {
                    line += Fitting.pad(text, to: columns[index] + Self.gap)
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func natural(_ rows: [[String]]) -> [Int] {
        var widths: [Int] = []
        for row in rows {
            for (index, cell) in row.enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], DisplayWidth.of(cell))
            }
        }
        return widths
    }

    /// Takes columns from the widest one until the table fits, so that short ones stay whole.
    private func fitted(_ natural: [Int]) -> [Int] {
        guard let width else { return natural }
        var columns = natural
        var excess = natural.reduce(0, +) + Self.gap * max(0, natural.count - 1) - width
        while excess > 0 {
            guard let widest = columns.indices.max(by: { columns[$0] < columns[$1] }),
                columns[widest] > Self.narrowest
            else { break }
            columns[widest] -= 1
            excess -= 1
        }
        return columns
    }
}

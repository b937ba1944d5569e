/// What the live line says of a running call: a spinner, or a bar where the end is known (C6).
struct ProgressLine: Hashable {
    /// What runs.
    var label: String
    /// How many are done.
    var completed: Int?
    /// How many there are.
    var total: Int?
    /// What is counted: "people".
    var unit: String?
    /// How long it has run, in milliseconds.
    var elapsed: Int64

    private static let frames: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    private static let barColumns = 20

    /// The line, cut to the columns of the terminal but one, so that it never wraps.
    func text(columns: Int?) -> String {
        let frame = Self.frames[Int(elapsed / 100) % Self.frames.count]
        var parts = [frame, VisibleText.escape(label)]
        if let completed {
            if let bar = bar(completed) { parts.append(bar) }
            parts.append(counts(completed))
            if let rate = rate(completed) {
                parts.append("\(Quantity.count(rate))/s")
                if let total, rate > 0, total > completed {
                    let left = Quantity.span(seconds: (total - completed + rate - 1) / rate)
                    parts.append("\(left) left")
                }
            }
        }
        let line = parts.joined(separator: " ")
        return columns.map { Fitting.truncate(line, to: $0 - 1) } ?? line
    }

    private func bar(_ completed: Int) -> String? {
        guard let total, total > 0 else { return nil }
        let full = min(Self.barColumns, completed * Self.barColumns / total)
        return "["
            + String(repeating: "#", count: full)
            + String(repeating: ".", count: Self.barColumns - full) + "]"
    }

    private func counts(_ completed: Int) -> String {
        let count = Quantity.count(completed)
        let of = total.map { " of \(Quantity.count($0))" } ?? ""
        return count + of + (unit.map { " " + $0 } ?? "")
    }

    private func rate(_ completed: Int) -> Int? {
        guard elapsed >= 1_000, completed > 0 else { return nil }
        return Int(Int64(completed) * 1_000 / elapsed)
    }
}

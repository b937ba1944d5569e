import Users

/// Values as a person reads them.
struct HumanText {
    /// Now, in milliseconds since 1970, which ages are counted from.
    var now: Int64

    /// A value as one cell; text with its controls made visible (C7).
    func cell(_ value: FieldValue) -> String {
        switch value {
        case .null: ""
        case .text(let text): VisibleText.escape(text)
        case .integer(let number): Quantity.count(Int(number))
        case .bytes(let count): Quantity.bytes(count)
        case .flag(let flag): flag ? "yes" : "no"
        case .time(let milliseconds): time(milliseconds)
        case .object(let fields):
            fields.map { "\(VisibleText.escape($0.name))=\(cell($0.value))" }
                .joined(separator: ", ")
        case .list(let values): values.map(cell).joined(separator: "; ")
        }
    }

    /// The lines of one record: a label and a value each, unknown values left out.
    func lines(_ record: Record, _ schema: Schema) -> [String] {
        var rows: [(label: String, text: String)] = []
        for field in record.fields {
            let label = schema.title(field.name).lowercased()
            switch field.value {
            case .null: continue
            case .object(let fields):
                for field in fields {
                    rows.append((VisibleText.escape(field.name), cell(field.value)))
                }
            case .list(let values):
                for (index, value) in values.enumerated() {
                    rows.append((index == 0 ? label : "", cell(value)))
                }
            default: rows.append((label, cell(field.value)))
            }
        }
        return TableLayout(header: nil, rows: rows.map { [$0.label, $0.text] }, width: nil).lines()
    }

    /// A person on one line: who they are, and how they are told from others.
    func line(_ user: User) -> String {
        [user.id.rawValue, user.username, user.displayName, user.email].compactMap { $0 }
            .map(VisibleText.escape).joined(separator: "  ")
    }

    private func time(_ milliseconds: Int64) -> String {
        let stamp = Timestamp.rfc3339(milliseconds - milliseconds % 1_000)
        return "\(stamp) (\(Quantity.age(milliseconds: now - milliseconds)))"
    }
}

import Users

/// People as the text of an export, a batch at a time.
struct ExportText {
    /// The format, which is never `table`.
    let format: OutputFormat
    private var writer: ResultWriter
    private var hasBegun = false

    /// Prepares a text; `fields` are those of a person, nil for all.
    init(format: OutputFormat, fields: [String]?, hasHeader: Bool) {
        self.format = format
        writer = ResultWriter(format: format, fields: fields, hasHeader: hasHeader, now: 0)
    }

    /// The format that was asked for, else the one that a file's name says, else tsv.
    static func format(_ asked: OutputFormat?, file: String) -> OutputFormat {
        if let asked, asked != .table { return asked }
        let name = file.split(separator: "/").last ?? ""
        switch name.split(separator: ".").last?.lowercased() {
        case "csv": return .csv
        case "json": return .json
        case "ndjson", "jsonl": return .ndjson
        default: return .tsv
        }
    }

    /// The text of the next people.
    mutating func next(_ users: [User]) -> String {
        guard !users.isEmpty else { return "" }
        let records = users.map { Record($0) }
        defer {
            hasBegun = true
            writer.hasHeader = false
        }
        guard format == .json else { return writer.many(records, .user) }
        let objects = writer.objects(records, .user).joined(separator: ",\n")
        return (hasBegun ? ",\n" : "[\n") + objects
    }

    /// What stands after the last of them, or instead of any.
    mutating func end() -> String {
        switch format {
        case .json: hasBegun ? "\n]\n" : "[]\n"
        case .ndjson: ""
        case .csv, .tsv, .table: hasBegun ? "" : writer.many([], .user)
        }
    }
}

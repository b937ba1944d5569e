import Users

/// People as the text of an export, a batch at a time.
struct ExportText {
    /// The format, which is never `table`.
    let format: OutputFormat
    private var writer: ResultWriter
    /// What looks at everyone for the attributes that are asked for; nil when none is.
    private let attributes: AskedAttributes?
    private var hasBegun = false

    /// Prepares a text; `fields` are those of a person, nil for all.
    init(
        format: OutputFormat, fields: [String]?, hasHeader: Bool,
        attributes: AskedAttributes? = nil
    ) {
        self.format = format
        self.attributes = attributes
        writer = ResultWriter(format: format, fields: fields, hasHeader: hasHeader, now: 0)
    }

    /// The format that was asked for, else the one that the ending of a file's name says; tsv for a
    /// name without one. Throws for an ending that is no format.
    static func format(_ asked: OutputFormat?, file: String) throws(UsageError) -> OutputFormat {
        if let asked, asked != .table { return asked }
        guard let ending = ending(of: file) else { return .tsv }
        switch ending.lowercased() {
        case "csv": return .csv
        case "tsv": return .tsv
        case "json": return .json
        case "ndjson", "jsonl": return .ndjson
        default:
            throw UsageError(
                "\(Quoted("." + ending)) is no format to export in: "
                    + "one of .csv, .tsv, .json, .ndjson.",
                hint: "--format says which, whatever the file is called.")
        }
    }

    /// What stands after the last dot of a file's name; nil where nothing does, or nothing before it.
    private static func ending(of file: String) -> String? {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...]
        return ending.isEmpty ? nil : String(ending)
    }

    /// The text of the next people.
    mutating func next(_ users: [User]) -> String {
        guard !users.isEmpty else { return "" }
        let records = users.map { Record($0) }
        attributes?.note(records)
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

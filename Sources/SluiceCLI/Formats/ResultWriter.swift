/// Turns records into the text of a format.
struct ResultWriter {
    /// The format.
    var format: OutputFormat
    /// The fields asked for; nil is what the format shows by itself.
    var fields: [String]?
    /// Whether tables and separated values begin with the fields' names.
    var hasHeader = true
    /// The columns a table may take; nil cuts nothing.
    var width: Int?
    /// Whether headings are set in bold.
    var isColored = false
    /// Now, in milliseconds since 1970.
    var now: Int64

    /// One record: a JSON object, one row, or labelled lines.
    func one(_ record: Record, _ schema: Schema) -> String {
        switch format {
        case .json, .ndjson: JSONText.object(picked(record, schema)) + "\n"
        case .csv, .tsv: many([record], schema)
        case .table: text(HumanText(now: now).lines(picked(record, schema), schema))
        }
    }

    /// Any number of records: a JSON array, lines of JSON, or rows under a header.
    func many(_ records: [Record], _ schema: Schema) -> String {
        let names = fields ?? schema.defaults(for: format)
        switch format {
        case .json:
            guard !records.isEmpty else { return "[]\n" }
            return "[\n" + objects(records, schema).joined(separator: ",\n") + "\n]\n"
        case .ndjson:
            return text(objects(records, schema))
        case .csv, .tsv:
            let row = format == .csv ? SeparatedText.csv : SeparatedText.tsv
            let header = hasHeader ? [row(names)] : []
            let rows = records.map { record in
                row(names.map { SeparatedText.cell(record[$0]) })
            }
            return text(header + rows)
        case .table:
            return table(records, names, schema)
        }
    }

    /// Each record as a JSON object.
    func objects(_ records: [Record], _ schema: Schema) -> [String] {
        records.map { JSONText.object(picked($0, schema)) }
    }

    private func table(_ records: [Record], _ names: [String], _ schema: Schema) -> String {
        guard !records.isEmpty else { return "" }
        let human = HumanText(now: now)
        let layout = TableLayout(
            header: hasHeader ? names.map(schema.title) : nil,
            rows: records.map { record in names.map { human.cell(record[$0]) } },
            width: width)
        var lines = layout.lines()
        if isColored, hasHeader { lines[0] = Style.bold(lines[0]) }
        return text(lines)
    }

    private func picked(_ record: Record, _ schema: Schema) -> Record {
        if let fields { return record.picking(fields) }
        return format == .table ? record : record.picking(schema.names)
    }

    private func text(_ lines: [String]) -> String {
        lines.map { $0 + "\n" }.joined()
    }
}

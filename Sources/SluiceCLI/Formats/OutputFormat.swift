/// How results are written.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
    /// Aligned columns for a person; values shortened to fit a terminal, controls shown as escapes.
    case table
    /// One JSON object, or an array printed whole or not at all.
    case json
    /// One JSON object a line.
    case ndjson
    /// Comma-separated values (RFC 4180, lines ended by LF).
    case csv
    /// Tab-separated values, one line a row.
    case tsv

    /// Whether diagnostics are JSON objects too (C4).
    var isJSON: Bool { self == .json || self == .ndjson }
}

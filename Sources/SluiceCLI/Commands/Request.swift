import Users

/// A command with the settings it is to run under.
package struct Request: Sendable, Hashable {
    /// What to do.
    package var command: Command
    /// How.
    package var settings: Settings

    /// Makes a request.
    package init(_ command: Command, _ settings: Settings = Settings()) {
        self.command = command
        self.settings = settings
    }

    /// Whether its results are rows that are written straight to standard output as they come: an export
    /// there, and everyone as a list, in a format that needs no end (C4) and no order of its own.
    func streams(on terminal: Terminal) -> Bool {
        switch command {
        case .export(_, let file): file == "-"
        case .list(let query):
            switch settings.format(onTerminal: terminal.hasOutput) {
            case .ndjson, .csv, .tsv: query.all && query.sort == nil
            case .json, .table: false
            }
        default: false
        }
    }

    /// Reads words as a command with options over `base`; nil when they name no command.
    package static func parse(
        _ words: [String], over base: Settings
    ) throws(UsageError) -> (command: Command?, settings: Settings) {
        let line = try LineParser.parse(words)
        let (command, settings) = (try Command(line), try base.applying(line))
        // A file that would be in another format than its name says isn't begun.
        if case .export(_, let file) = command {
            _ = try ExportText.format(settings.format, file: file)
        }
        return (command, settings)
    }
}

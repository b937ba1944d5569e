/// The help, as the command table tells it.
package enum Help {
    /// The version of the program.
    package static let version = "sluice 0.1.0"

    /// All commands and options.
    package static func overview() -> String {
        var lines = [
            "sluice: a directory of people in the terminal",
            "",
            "usage: sluice [COMMAND] [ARGUMENTS] [OPTIONS]",
            "       without a command: a prompt on a terminal, else commands from standard input",
            "", "commands:",
        ]
        lines += columns(CommandTable.commands.map { (shortUsage($0), $0.summary + also($0)) })
        lines += ["", "options:"]
        lines += columns(CommandTable.globalOptions.map { ($0.usage, $0.summary) })
        lines += [
            "", "environment:",
            "  SLUICE_PROFILE SLUICE_BASE_URL SLUICE_ACCOUNT SLUICE_CACHE SLUICE_TOKEN NO_COLOR",
            "  SLUICE_CA_FILE (certificates to trust)  SLUICE_PROXY (a proxy's URL)",
            "  PAGER shows what is taller than the screen (less); empty or `cat` for none",
            "  HOME, or XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME: where things are kept",
            "", "exit codes:",
            "  0 fine  1 local fault  2 usage  3 not found  4 not logged in or not permitted",
            "  5 the server refused or failed  6 not reached, or not cached  130 interrupted",
            "",
            "`help COMMAND` explains one command. To begin: `list`, `show 7`, `search an`.",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    /// One command.
    package static func command(_ name: CommandName) -> String {
        guard let spec = CommandTable.command(name) else { return overview() }
        var lines = [
            "\(spec.name.rawValue): \(spec.summary)\(also(spec))", "",
            "usage: sluice \(spec.usage)",
        ]
        if !spec.notes.isEmpty { lines += ["", spec.notes] }
        if !spec.options.isEmpty {
            lines += ["", "options:"]
            lines += columns(spec.options.map { ($0.usage, $0.summary) })
        }
        if let schema = spec.schema {
            lines += ["", "fields: " + schema.names.joined(separator: ", ")]
        }
        if !spec.examples.isEmpty {
            lines += ["", "examples:"]
            lines += spec.examples.map { "  \($0)" }
        }
        lines += ["", "`help` lists the options that every command takes."]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func also(_ spec: CommandSpec) -> String {
        guard !spec.aliases.isEmpty else { return "" }
        return " (also " + spec.aliases.map { "`\($0)`" }.joined(separator: ", ") + ")"
    }

    private static func shortUsage(_ spec: CommandSpec) -> String {
        var bare = spec
        bare.options = []
        return bare.usage
    }

    private static func columns(_ rows: [(String, String)]) -> [String] {
        TableLayout(header: nil, rows: rows.map { ["  \($0.0)", $0.1] }, width: nil).lines()
    }
}

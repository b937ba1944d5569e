/// What the command table says about one command; parsing, help and completion read it (C1).
struct CommandSpec: Sendable {
    /// An argument, and what completes it.
    struct Argument: Sendable {
        /// How many words it takes.
        enum Count: Sendable { case one, optional, oneOrMore }
        /// What completes it.
        enum Kind: Sendable, Hashable {
            /// Nothing.
            case free
            /// Ids and names from the cache.
            case person
            /// The known profiles.
            case profile
            /// The commands.
            case command
            /// A few words.
            case words([String])
        }

        /// What stands for it in the help.
        var placeholder: String
        /// How many words it takes.
        var count: Count
        /// What completes it.
        var kind: Kind
        /// What it is called in an error: "missing whom to show".
        var meaning: String
    }

    /// Its name.
    var name: CommandName
    /// What other programs call it, and what is taken for it here.
    var aliases: [String] = []
    /// What it does, in a few words.
    var summary: String
    /// Its arguments, in order.
    var arguments: [Argument] = []
    /// Its own options.
    var options: [OptionSpec] = []
    /// The fields of its results; nil when it prints no records.
    var schema: Schema?
    /// What a person should know about it, a sentence or two.
    var notes = ""
    /// Lines to try.
    var examples: [String] = []
    /// Whether its lines stay out of the history (C2).
    var isSensitive = false
    /// Whether it can do nothing without the server.
    var needsServer = false

    /// How it is typed: `show WHO… [OPTIONS]`.
    var usage: String {
        let words = arguments.map { argument in
            switch argument.count {
            case .one: argument.placeholder
            case .optional: "[\(argument.placeholder)]"
            case .oneOrMore: "\(argument.placeholder)…"
            }
        }
        let options = options.map { "[\($0.usage)]" + ($0.isRepeatable ? "…" : "") }
        return ([name.rawValue] + words + options).joined(separator: " ")
    }
}

/// The commands by name.
package enum CommandName: String, Sendable, Hashable, CaseIterable {
    case login, logout, whoami
    case list, show, search, sync, export, watch
    case status, doctor, profiles, use, offline
    case help, quit
}

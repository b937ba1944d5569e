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

    /// Reads words as a command with options over `base`; nil when they name no command.
    package static func parse(
        _ words: [String], over base: Settings
    ) throws(UsageError) -> (command: Command?, settings: Settings) {
        let line = try LineParser.parse(words)
        return (try Command(line), try base.applying(line))
    }
}

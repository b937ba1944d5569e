import Glibc

/// What the three standard streams can do.
package struct Terminal: Sendable, Hashable {
    /// Whether standard input is a terminal.
    package var hasInput: Bool
    /// Whether standard output is a terminal.
    package var hasOutput: Bool
    /// Whether standard error is a terminal.
    package var hasError: Bool
    /// Whether the terminal can't move its cursor (`TERM=dumb`, or no `TERM`).
    package var isDumb: Bool
    /// Whether the person wants no colour: `NO_COLOR` is set and not empty (no-color.org).
    package var refusesColor: Bool

    /// Describes three streams; without arguments, none is a terminal.
    package init(
        hasInput: Bool = false, hasOutput: Bool = false, hasError: Bool = false,
        isDumb: Bool = false, refusesColor: Bool = false
    ) {
        self.hasInput = hasInput
        self.hasOutput = hasOutput
        self.hasError = hasError
        self.isDumb = isDumb
        self.refusesColor = refusesColor
    }

    /// Asks the system about the streams of this process.
    package static func detect(environment: [String: String]) -> Terminal {
        let term = environment["TERM"] ?? ""
        return Terminal(
            hasInput: isatty(STDIN_FILENO) == 1, hasOutput: isatty(STDOUT_FILENO) == 1,
            hasError: isatty(STDERR_FILENO) == 1, isDumb: term.isEmpty || term == "dumb",
            refusesColor: !(environment["NO_COLOR"] ?? "").isEmpty)
    }

    /// Whether a person can be asked: input and standard error are terminals (C2).
    package var isInteractive: Bool { hasInput && hasError }

    /// Whether to use colour; it follows standard output.
    package func usesColor(_ choice: ColorChoice) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: hasOutput && !isDumb && !refusesColor
        }
    }

    /// Whether a line can be drawn and erased again on standard error.
    package var canAnimate: Bool { hasError && !isDumb }

    /// How large a stream's terminal is now; nil when it is none or doesn't say.
    package static func size(of descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// The size of a terminal, in characters.
package struct TerminalSize: Sendable, Hashable {
    /// How many characters a line holds.
    package var columns: Int
    /// How many lines there are.
    package var rows: Int

    /// Makes a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

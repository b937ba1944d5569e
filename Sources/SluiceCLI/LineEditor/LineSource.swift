/// Where lines come from, at a prompt or without one.
package protocol LineSource: Sendable {
    /// Waits for the next line; `prompt` is shown where there is a person to see it.
    func nextLine(prompt: String) async -> LineInput
    /// Keeps a line for the arrow keys and for later runs, where lines are kept.
    func remember(_ line: String) async
    /// Prints a message above a waiting prompt; nil where a message is simply written.
    var printsAbove: (@Sendable (String) -> Void)? { get }
}

extension LineSource {
    /// Keeps nothing.
    package func remember(_ line: String) async {}
    /// Messages are simply written.
    package var printsAbove: (@Sendable (String) -> Void)? { nil }
}

/// What came instead of a line, or the line.
package enum LineInput: Sendable, Hashable {
    /// A line, without its end.
    case line(String)
    /// Ctrl-C: the line is given up.
    case interrupted
    /// There are no more lines.
    case end
}

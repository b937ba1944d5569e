import CLineEdit

/// Lines edited on a terminal by libedit: arrow keys, history, Ctrl-R, completion (C2).
///
/// It draws on standard error and blocks its own thread only. libedit has no bracketed paste (each
/// pasted line runs as if typed) and misplaces the cursor after emoji joined by ZWJ; known limits.
package actor LineEditor: LineSource {
    private let thread = OwnThread("sluice.editor")
    private let handle: EditorHandle
    private let history: HistoryFile?
    private let board: MessageBoard
    private var last: String?

    /// The executor with the thread of its own.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// Makes an editor of standard input on standard error; nil where libedit isn't installed.
    ///
    /// - Parameters:
    ///   - history: where lines are kept; nil keeps them in memory.
    ///   - lines: the lines of earlier runs, the oldest first.
    ///   - complete: what the Tab key offers; called on the editor's thread.
    init?(
        history: HistoryFile?, lines: [String],
        complete: @escaping @Sendable (String) -> Completion.Result
    ) {
        let board = MessageBoard()
        guard let handle = EditorHandle(complete: complete, board: board) else { return nil }
        for line in lines { handle.remember(line) }
        self.handle = handle
        self.history = history
        self.board = board
        last = lines.last
    }

    /// Edits the next line.
    package func nextLine(prompt: String) async -> LineInput {
        let input = handle.read(prompt)
        // What was pinned too late for the prompt is not lost.
        if let rest = board.take() { try? DescriptorSink.error.write(rest) }
        return input
    }

    /// Keeps a line, unless it is private or repeats the last one.
    package func remember(_ line: String) async {
        guard HistoryRule.admits(line), line != last else { return }
        last = line
        handle.remember(line)
        history?.append(line)
    }

    /// Prints a message above the prompt, from any thread.
    package nonisolated var printsAbove: (@Sendable (String) -> Void)? {
        let board = board
        return { board.pin($0) }
    }
}

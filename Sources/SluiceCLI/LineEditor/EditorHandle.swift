import CLineEdit
import Glibc

/// The owner of libedit's C handle; confined to the editor's thread.
final class EditorHandle {
    private let complete: @Sendable (String) -> Completion.Result
    private let board: MessageBoard
    private var editor: OpaquePointer?

    /// Opens an editor of standard input on standard error; nil where libedit isn't installed.
    init?(complete: @escaping @Sendable (String) -> Completion.Result, board: MessageBoard) {
        self.complete = complete
        self.board = board
        cle_use_utf8()
        let callbacks = cle_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(), complete: onComplete, wake: onWake)
        editor = cle_open(STDIN_FILENO, STDERR_FILENO, board.pipe.watched, callbacks)
        if editor == nil { return nil }
    }

    deinit { cle_close(editor) }

    /// Edits a line; blocks until it is finished.
    func read(_ prompt: String) -> LineInput {
        var text: UnsafePointer<CChar>?
        var length = 0
        let outcome = prompt.withCString { cle_read(editor, $0, &text, &length) }
        switch outcome {
        case CLE_INTERRUPTED: return .interrupted
        case CLE_LINE: return .line(Self.string(text, length))
        default: return .end
        }
    }

    /// Adds a line to the history in memory.
    func remember(_ line: String) { cle_remember(editor, line) }

    fileprivate func completeWord() {
        var length = 0
        let text = cle_before_cursor(editor, &length)
        let result = complete(Self.string(text, length))
        guard let first = result.candidates.first else { return }
        let isOnly = result.candidates.count == 1
        let common = isOnly ? first : Self.commonStart(result.candidates)
        if isOnly || common.count > result.prefix.count {
            cle_delete(editor, Int32(result.prefix.unicodeScalars.count))
            cle_insert(editor, isOnly && !first.hasSuffix("=") ? first + " " : common)
        } else {
            cle_print_above(editor, Self.listing(result.candidates) + "\n")
        }
    }

    fileprivate func printMessages() {
        if let messages = board.take() { cle_print_above(editor, messages) }
    }

    private static func string(_ text: UnsafePointer<CChar>?, _ length: Int) -> String {
        let bytes = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : length)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func commonStart(_ words: [String]) -> String {
        var common = words.first ?? ""
        for word in words {
            common = String(
                zip(common, word).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
        }
        return common
    }

    private static func listing(_ candidates: [String]) -> String {
        let shown = candidates.prefix(40).map(VisibleText.escape).joined(separator: "  ")
        let rest = candidates.count - 40
        return rest > 0 ? "\(shown)  … \(Quantity.count(rest)) more" : shown
    }
}

// The context of both is the handle that opened the editor, which outlives it.
private func onComplete(_ context: UnsafeMutableRawPointer?, _: OpaquePointer?) {
    guard let context else { return }
    Unmanaged<EditorHandle>.fromOpaque(context).takeUnretainedValue().completeWord()
}

private func onWake(_ context: UnsafeMutableRawPointer?, _: OpaquePointer?) {
    guard let context else { return }
    Unmanaged<EditorHandle>.fromOpaque(context).takeUnretainedValue().printMessages()
}

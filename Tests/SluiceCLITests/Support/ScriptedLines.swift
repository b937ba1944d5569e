import Synchronization

@testable import SluiceCLI

/// Lines that a test wrote beforehand; after them, the end.
final class ScriptedLines: LineSource {
    private let state: Mutex<(inputs: [LineInput], prompts: [String], kept: [String])>

    init(_ lines: [String]) {
        state = Mutex((lines.map(LineInput.line), [], []))
    }

    init(inputs: [LineInput]) {
        state = Mutex((inputs, [], []))
    }

    /// The prompts shown, in order.
    var prompts: [String] { state.withLock { $0.prompts } }
    /// The lines that were to be remembered.
    var kept: [String] { state.withLock { $0.kept } }

    func nextLine(prompt: String) async -> LineInput {
        state.withLock { state in
            state.prompts.append(prompt)
            return state.inputs.isEmpty ? .end : state.inputs.removeFirst()
        }
    }

    func remember(_ line: String) async { state.withLock { $0.kept.append(line) } }
}

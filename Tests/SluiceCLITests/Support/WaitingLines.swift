import Glibc

@testable import SluiceCLI

/// Lines that nobody types: each wait goes on until its task is cancelled, or the test ends it.
final class WaitingLines: LineSource {
    private let waiting = AsyncStream<Void>.makeStream()
    private let reader: InputReader
    private let written: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        reader = InputReader(ends[0])
        written = ends[1]
    }

    func nextLine(prompt: String) async -> LineInput {
        waiting.continuation.yield()
        return await reader.nextLine(prompt: prompt)
    }

    /// Waits until the next wait has begun.
    func untilWaiting() async {
        for await _ in waiting.stream { return }
    }

    /// Ends the lines.
    func end() { close(written) }
}

import Dispatch
import Glibc

/// The signals that a person or the system sends: SIGINT goes to a handler, SIGTERM gives the
/// terminal back and ends the program.
@MainActor package final class Interrupts {
    // A queue of its own, so that a signal is heard whatever the main actor does.
    private let queue = DispatchQueue(label: "sluice.signals")
    private var sources: [any DispatchSourceSignal] = []
    private var handler: @MainActor () -> Void = {}
    private let terminal = TerminalModes(STDIN_FILENO)

    /// Begins to listen. Results written to a closed pipe are an error from now on, and no signal.
    package init() {
        signal(SIGPIPE, SIG_IGN)
        listen(SIGINT) { Task { @MainActor in self.handler() } }
        let terminal = terminal
        listen(SIGTERM) { terminal.leave(.terminated) }
    }

    /// Ends the program at once; the terminal is given back.
    func leave(_ code: ExitCode) -> Never { terminal.leave(code) }

    /// Says what an interruption does from now on.
    package func onInterrupt(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
    }

    private func listen(_ number: Int32, _ event: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: event)
        source.resume()
        sources.append(source)
    }
}

/// The modes of a terminal as they were found, to be put back.
struct TerminalModes: Sendable {
    private let descriptor: Int32
    private let modes: termios?

    /// Notes the modes; there are none where there is no terminal.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var modes = termios()
        self.modes = tcgetattr(descriptor, &modes) == 0 ? modes : nil
    }

    /// Puts the modes back, and ends the program at once.
    func leave(_ code: ExitCode) -> Never {
        restore()
        _exit(code.rawValue)
    }

    /// Puts the modes back.
    func restore() {
        guard var modes else { return }
        tcsetattr(descriptor, TCSANOW, &modes)
    }
}

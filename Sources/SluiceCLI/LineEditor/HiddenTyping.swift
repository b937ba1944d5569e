import Glibc

/// A terminal that doesn't show what is typed, until it is told to again.
struct HiddenTyping: Sendable {
    private let descriptor: Int32
    private let isHidden: Bool

    /// Turns echoing off, keeping the keys that interrupt; does nothing where there is no terminal.
    ///
    /// What was typed ahead is dropped, unless `keepsTypedAhead`: it was shown, and isn't a secret.
    init(_ descriptor: Int32, keepsTypedAhead: Bool = false) {
        self.descriptor = descriptor
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0, modes.c_lflag & tcflag_t(ECHO) != 0 else {
            isHidden = false
            return
        }
        modes.c_lflag &= ~tcflag_t(ECHO)
        isHidden = tcsetattr(descriptor, keepsTypedAhead ? TCSANOW : TCSAFLUSH, &modes) == 0
    }

    /// Turns echoing on again; false when it was never off.
    @discardableResult
    func end() -> Bool {
        guard isHidden else { return false }
        var modes = termios()
        guard tcgetattr(descriptor, &modes) == 0 else { return true }
        modes.c_lflag |= tcflag_t(ECHO)
        tcsetattr(descriptor, TCSANOW, &modes)
        return true
    }
}

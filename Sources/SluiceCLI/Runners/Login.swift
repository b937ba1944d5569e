import SluiceFlow
import Users

/// Asks for what a login needs, without ever showing it (C9).
@MainActor struct Login {
    /// Where the password is read from.
    let input: InputReader
    /// Whether there is a person to ask.
    let terminal: Terminal

    /// The credentials, or what is missing.
    func ask(
        name: String?, passwordFromInput: Bool
    ) async -> Result<Credentials, UsageError> {
        guard let name else {
            return .failure(
                UsageError(
                    "`login` needs a name, since no account is in use.",
                    hint: "Usage: `login NAME [--password-stdin]`."))
        }
        guard passwordFromInput || terminal.isInteractive else {
            return .failure(
                UsageError(
                    "There is no terminal to ask for the password on.",
                    hint: "Give it on standard input, with --password-stdin."))
        }
        let prompt = passwordFromInput ? "" : "Password of \(VisibleText.escape(name)): "
        switch await input.nextSecret(prompt: prompt) {
        case .line(let password): return .success(Credentials(name: name, password: password))
        case .end, .interrupted: return .failure(UsageError("No password was given."))
        }
    }
}

extension Session {
    /// Whom to log in when no name is given: who was logged in last, or was named; no guest.
    var loginName: String? { state == .guest || account.isEmpty ? nil : account }
}

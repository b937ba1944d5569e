/// Carries out commands: what the three ways to run the program have in common.
@MainActor package protocol CommandRunner: AnyObject {
    /// What applies to every command that says nothing else; `use` and `offline` change it.
    var settings: Settings { get }
    /// What a prompt shows: `profile:account[state]> `.
    var prompt: String { get }
    /// Carries out a command, prints its outcome, and says what the program would end with.
    /// Cancelling the task ends the command's calls, and its code is `interrupted`.
    func run(_ request: Request) async -> ExitCode
}

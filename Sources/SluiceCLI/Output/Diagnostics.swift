import SluiceFlow
import Users

/// Everything said beside results: errors, notices, details. On standard error; JSON objects, one
/// a line, where the results are JSON (C4).
@MainActor struct Diagnostics {
    private let console: Console
    private let isJSON: Bool
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let isColored: Bool

    /// Speaks to a console in the manner that the settings ask for.
    init(_ console: Console, _ settings: Settings) {
        self.console = console
        isJSON = settings.format?.isJSON ?? false
        isQuiet = settings.isQuiet
        isVerbose = settings.isVerbose
        isColored = console.terminal.hasError && console.terminal.usesColor(settings.color)
    }

    /// Says what failed and what to do next. Says nothing of a cancellation, which a person caused;
    /// quiet or not, a line that can't be followed is said to be one.
    func error(_ error: any PresentableError) {
        guard !isQuiet || error.kind == .usage, !error.isCancellation else { return }
        if isJSON {
            say(JSONText.object([Record.Field(name: "error", value: .object(Self.fields(error)))]))
            return
        }
        say(
            (isColored ? Style.red("error:") : "error:") + " "
                + VisibleText.escape(Sentence.ended(error.message)))
        if let hint = error.hint { say("  " + VisibleText.escape(Sentence.ended(hint))) }
        guard let error = error as? ServiceError else { return }
        for user in error.matches { say("  " + HumanText(now: 0).line(user)) }
        for mistake in error.mistakes where error.mistakes.count > 1 {
            let place = mistake.path.isEmpty ? "" : mistake.path + ": "
            say("  " + VisibleText.escape(place + mistake.reason))
        }
        if isVerbose, let status = error.status { say("  status \(status)") }
        if isVerbose, let code = error.serverCode {
            say("  the server's code: \(VisibleText.escape(code))")
        }
    }

    /// Says something worth knowing about a result, or about the program.
    func notice(_ text: String) {
        guard !isQuiet else { return }
        let text = Sentence.ended(text)
        if isJSON {
            say(JSONText.object([Record.Field(name: "notice", value: .text(text))]))
        } else {
            say((isColored ? Style.yellow("note:") : "note:") + " " + VisibleText.escape(text))
        }
    }

    /// Says something only to who asked for more.
    func detail(_ text: String) {
        if isVerbose { notice(text) }
    }

    private func say(_ line: String) { console.writeMessage(line + "\n") }

    private static func fields(_ error: any PresentableError) -> [Record.Field] {
        let service = error as? ServiceError
        let fields = Record([
            "code": .text(error.code),
            "message": .text(Sentence.ended(error.message)),
            "status": FieldValue(service?.status),
            "serverCode": FieldValue(service?.serverCode),
            "retryAfter": FieldValue(service?.retryAfter),
            "hint": FieldValue(error.hint.map(Sentence.ended)),
        ]).fields
        func list(_ name: String, _ records: [Record]) -> [Record.Field] {
            guard !records.isEmpty else { return [] }
            return [Record.Field(name: name, value: .list(records.map { .object($0.fields) }))]
        }
        return fields + list("matches", (service?.matches ?? []).map { Record($0) })
            + list(
                "mistakes",
                (service?.mistakes ?? []).map {
                    Record(["path": .text($0.path), "reason": .text($0.reason)])
                })
    }
}

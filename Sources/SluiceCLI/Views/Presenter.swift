import SluiceFlow
import Users

/// Puts one command's outcome on the console: its results, what is to be said beside them, and the
/// exit code that follows. Made for each command, and let go when the command has ended.
@MainActor final class Presenter {
    /// What was asked for, and how the results are to look.
    let request: Request
    /// What is said beside the results.
    let diagnostics: Diagnostics
    /// What the command ends with: the code of its first failure.
    private(set) var code = ExitCode.success

    private let console: Console
    private let writer: ResultWriter
    /// The attributes that are asked for by name; nil when none is.
    let attributes: AskedAttributes?
    private var collected: [Record] = []
    private var rowsWritten = 0
    private var tallText: String?

    /// Prepares to present a request's outcome; `now` is in milliseconds since 1970.
    init(_ request: Request, console: Console, now: Int64) {
        let settings = request.settings
        let format = settings.format(onTerminal: console.terminal.hasOutput)
        self.request = request
        self.console = console
        diagnostics = Diagnostics(console, settings)
        attributes = AskedAttributes(settings.fields)
        writer = ResultWriter(
            format: format, fields: settings.fields, hasHeader: settings.hasHeader,
            width: console.width, isColored: console.terminal.usesColor(settings.color), now: now)
    }

    /// Whether a person reads the results, rather than a program.
    var isForPerson: Bool { writer.format == .table }

    /// Whether a spinner may be drawn: not where only results, or only JSON, may be printed.
    ///
    /// Nor where rows are written to the terminal by themselves.
    var allowsLiveLine: Bool {
        if console.terminal.hasOutput, request.streams(on: console.terminal) { return false }
        return !request.settings.isQuiet && !writer.format.isJSON
    }

    /// Whether nobody reads the results any more, or they can't be written.
    var hasLostReader: Bool { console.failure != nil }

    /// Prints the command's one result.
    func present(_ record: Record, _ schema: Schema) {
        attributes?.note([record])
        console.writeResult(writer.one(record, schema))
    }

    /// Prints the command's results, all at once.
    func present(_ records: [Record], _ schema: Schema) {
        attributes?.note(records)
        let text = writer.many(records, schema)
        if isForPerson, console.needsPager(text) {
            tallText = text
            console.holdMessages()
        } else {
            console.writeResult(text)
        }
    }

    /// Shows what is taller than the screen in the pager, when the command has ended (C8).
    func pageTallText() async {
        guard let text = tallText else { return }
        tallText = nil
        await console.page(text)
        console.releaseMessages()
    }

    /// Takes one of several results. Rows are written as they come; an array or a table is written
    /// by `finish`, when it is whole (C4).
    func add(_ record: Record, _ schema: Schema) {
        switch writer.format {
        case .json, .table:
            collected.append(record)
        case .ndjson, .csv, .tsv:
            attributes?.note([record])
            var writer = writer
            writer.hasHeader = writer.hasHeader && rowsWritten == 0
            rowsWritten += 1
            console.writeResult(writer.many([record], schema))
        }
    }

    /// Prints one of a series that doesn't end: a line each, also in JSON, where no array would ever be whole.
    func stream(_ record: Record, _ schema: Schema, line: @autoclosure () -> String) {
        attributes?.note([record])
        switch writer.format {
        case .json: console.writeResult(JSONText.object(record.picking(names(schema))) + "\n")
        case .table: console.writeResult(line() + "\n")
        case .ndjson, .csv, .tsv: add(record, schema)
        }
    }

    private func names(_ schema: Schema) -> [String] { request.settings.fields ?? schema.names }

    /// Ends a series of results: an array is written only when nothing failed, or failures were to
    /// be passed over; a table with those who were found.
    func finish(_ schema: Schema) {
        switch writer.format {
        case .json where code != .success && !request.settings.keepsGoing: break
        case .json: present(collected, schema)
        case .table: present(collected, schema)
        case .csv, .tsv: if rowsWritten == 0, code == .success { present([], schema) }
        case .ndjson: break
        }
        collected = []
    }

    /// Says which of the attributes that were asked for nobody has. No error: a later page may have one.
    func tellOfMissingAttributes() {
        if let notice = attributes?.notice { diagnostics.notice(notice) }
    }

    /// Says what failed, and keeps the first failure's exit code.
    func fail(_ error: any Error) {
        let presentable =
            error as? any PresentableError
            ?? ServiceError(.internalError, "Something failed that shouldn't: \(error)")
        diagnostics.error(presentable)
        if code == .success { code = ExitCode(presentable.kind) }
    }

    /// Ends the command as one that a person interrupted.
    func interrupt() { code = .interrupted }

    /// Says what a person should know of an answer: its age when the server couldn't give a newer
    /// one, or wouldn't tell more, and what the service noticed.
    func tell<Value>(of answer: Answer<Value>) {
        switch (answer.source, answer.reason) {
        case (.stale, let reason):
            let reason = reason?.message ?? "The server gave no newer answer"
            diagnostics.notice(
                "\(Sentence.unended(reason)); the answer is from the cache, \(age(answer)).")
        case (.cache, let refusal?):
            diagnostics.notice(
                "\(Sentence.unended(refusal.message)); this is what a list told, \(age(answer)).")
        case (.cache, nil), (.offline, _):
            diagnostics.detail("The answer is from the cache, \(age(answer)).")
        case (.server, _):
            diagnostics.detail("The server answered.")
        }
        for notice in answer.notices { diagnostics.notice(notice) }
    }

    private func age<Value>(_ answer: Answer<Value>) -> String {
        "fetched \(Quantity.age(milliseconds: answer.age))"
    }
}

/// Who presents what view models emit now: the running command's presenter, or nobody.
///
/// A cancelled command is taken out before its call is cancelled, so that the value which its view
/// model falls back to is not printed as if it had been asked for.
@MainActor final class PresenterSlot {
    /// The running command's presenter.
    var presenter: Presenter?
}

/// Reads words against the command table.
///
/// Options stand anywhere, as `--name value` or `--name=value`; `--` ends them. What isn't in the
/// table is refused, with the nearest word that is; nothing is ever guessed and run (C10).
enum LineParser {
    /// Takes the words apart. Throws for what isn't in the table, for a missing or wrong value, and
    /// for a missing or superfluous argument.
    static func parse(_ words: [String]) throws(UsageError) -> ParsedLine {
        var line = ParsedLine()
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("-"), word != "-" {
                try readOption(word, &rest, &line)
            } else if line.spec == nil {
                line.spec = try command(word)
            } else {
                line.arguments.append(word)
            }
        }
        try checkOptions(line)
        // `list --help` asks about `list` and need be nothing more.
        if !line.has("help"), !line.has("version") { try checkArguments(line) }
        return line
    }

    /// Whether the words ask for JSON, as far as can be told of words that don't parse.
    static func wantsJSON(_ words: [String]) -> Bool {
        let options = words.prefix { $0 != "--" }
        if options.contains("--json") { return true }
        for (index, word) in options.enumerated() where word.hasPrefix("--format") {
            let value =
                word == "--format"
                ? options.dropFirst(index + 1).first ?? "" : String(word.dropFirst(9))
            if OutputFormat(rawValue: value)?.isJSON == true { return true }
        }
        return false
    }

    /// The command of that name. Throws with the nearest one.
    static func command(_ word: String) throws(UsageError) -> CommandSpec {
        if let spec = CommandTable.command(called: word) { return spec }
        throw UsageError(
            "There is no command \(Quoted(word)).",
            hint: Suggestion.command(word).map { "Did you mean `\($0)`?" }
                ?? "`help` lists the commands.")
    }

    private static func readOption(
        _ word: String, _ rest: inout ArraySlice<String>, _ line: inout ParsedLine
    ) throws(UsageError) {
        if let option = CommandTable.globalOptions.first(where: { $0.short == word }) {
            line.options[option.name, default: []].append("")
            return
        }
        guard word.hasPrefix("--") else {
            throw UsageError(
                "There is no option \(Quoted(word)).",
                hint: Suggestion.option(word).map { "Did you mean `\($0)`?" }
                    ?? "Options begin with `--`; put `--` before words that begin with a dash.")
        }
        let body = word.dropFirst(2)
        let equals = body.firstIndex(of: "=")
        let name = String(body[..<(equals ?? body.endIndex)])
        guard let option = CommandTable.option(name) else { throw unknownOption(name, line.spec) }
        var value = equals.map { String(body[body.index(after: $0)...]) }
        if option.value == .flag {
            guard value == nil else { throw UsageError("--\(name) takes no value.") }
        } else if value == nil {
            value = rest.popFirst()
        }
        guard option.value == .flag || value != nil else {
            throw UsageError("--\(name) needs a value: \(option.usage).")
        }
        if let value, let need = option.need(value) {
            throw UsageError("--\(name) needs \(need), not \(Quoted(value)).")
        }
        line.options[name, default: []].append(value ?? "")
    }

    private static func unknownOption(_ name: String, _ spec: CommandSpec?) -> UsageError {
        let known = CommandTable.options(of: spec).map(\.name)
        let nearest = Suggestion.nearest(to: name, in: known)
        let help =
            spec.map { "`help \($0.name.rawValue)` lists the options." }
            ?? "`help` lists the options."
        return UsageError(
            "There is no option \(Quoted("--" + name)).",
            hint: nearest.map { "Did you mean `--\($0)`?" } ?? help)
    }

    private static func checkOptions(_ line: ParsedLine) throws(UsageError) {
        let known = CommandTable.options(of: line.spec)
        for name in line.options.keys.sorted() {
            guard let option = known.first(where: { $0.name == name }) else {
                let command = line.spec.map { "`\($0.name.rawValue)` has" } ?? "There is"
                throw UsageError(
                    "\(command) no option --\(name).",
                    hint: line.spec.map { "`help \($0.name.rawValue)` lists the options." })
            }
            guard option.isRepeatable || line.options[name]?.count == 1 || option.value == .flag
            else { throw UsageError("--\(name) is given more than once.") }
        }
    }

    private static func checkArguments(_ line: ParsedLine) throws(UsageError) {
        guard let spec = line.spec else { return }
        let needed = spec.arguments.filter { $0.count != .optional }.count
        guard line.arguments.count >= needed else {
            throw UsageError(
                "`\(spec.name.rawValue)` needs \(spec.arguments[line.arguments.count].meaning).",
                hint: "Usage: `\(spec.usage)`.")
        }
        let isOpen = spec.arguments.last?.count == .oneOrMore
        guard isOpen || line.arguments.count <= spec.arguments.count else {
            throw UsageError(
                "`\(spec.name.rawValue)` doesn't take \(Quoted(line.arguments[spec.arguments.count])).",
                hint: "Usage: `\(spec.usage)`.")
        }
        for (argument, word) in zip(spec.arguments, line.arguments) {
            guard case .words(let words) = argument.kind, !words.contains(word) else { continue }
            throw UsageError(
                "`\(spec.name.rawValue)` takes \(argument.meaning), not \(Quoted(word)).",
                hint: "Usage: `\(spec.usage)`.")
        }
    }
}

/// A word of a person's in a message: in quotes, its controls visible, and not endless.
struct Quoted: CustomStringConvertible {
    private let text: String
    /// Quotes a word.
    init(_ text: String) { self.text = text }
    /// The word in quotes.
    var description: String { "“\(Fitting.truncate(VisibleText.escape(text), to: 80))”" }
}

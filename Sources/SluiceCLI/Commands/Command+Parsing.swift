import Users

extension Command {
    /// The command that a line asks for; nil when it has none. Throws for values that only the
    /// command can judge, such as the name of a field.
    init?(_ line: ParsedLine) throws(UsageError) {
        if line.has("version") {
            self = .version
        } else if line.has("help") {
            self = .help(line.spec?.name)
        } else if let spec = line.spec {
            self = try Self.make(spec.name, line)
        } else {
            return nil
        }
    }

    private static func make(_ name: CommandName, _ line: ParsedLine) throws(UsageError) -> Command
    {
        switch name {
        case .login:
            .login(name: line.arguments.first, passwordFromInput: line.has("password-stdin"))
        case .logout: .logout
        case .whoami: .whoami
        case .list: .list(try listQuery(line))
        case .show: .show(try people(line))
        case .search: .search(try searchQuery(line))
        case .sync: .sync(full: line.has("full"))
        case .export: try export(line)
        case .watch: try watch(line)
        case .status: .status
        case .doctor: .doctor
        case .profiles: try profiles(line)
        case .use: .use(try target(line.arguments.first ?? "", line))
        case .offline: .offline(line.arguments.first == "on")
        case .help: .help(try topic(line))
        case .quit: .quit
        }
    }

    private static func listQuery(_ line: ParsedLine) throws(UsageError) -> ListQuery {
        if line.has("all"), line.has("page") {
            throw UsageError("--all and --page exclude each other.")
        }
        if let sort = line["sort"] { try checkField(sort, of: "--sort") }
        return ListQuery(
            page: line.number("page") ?? 1, perPage: line.number("per-page"), all: line.has("all"),
            conditions: try conditions(line), sort: line["sort"])
    }

    private static func conditions(
        _ line: ParsedLine
    ) throws(UsageError) -> [ListQuery.Condition] {
        var conditions: [ListQuery.Condition] = []
        for (name, text) in line.assignments("where") {
            try checkField(name, of: "--where")
            conditions.append(ListQuery.Condition(field: name, text: text))
        }
        return conditions
    }

    private static func export(_ line: ParsedLine) throws(UsageError) -> Command {
        let file = line.arguments.first ?? ""
        if file.isEmpty { throw UsageError("`export` needs a file, or `-` for standard output.") }
        if line["format"] == OutputFormat.table.rawValue {
            throw UsageError(
                "A table is for reading, not for exporting.",
                hint: "--format is one of json, ndjson, csv, tsv")
        }
        return .export(ListQuery(all: true, conditions: try conditions(line)), file: file)
    }

    /// How often the server is asked, unless the line says it; milliseconds.
    private static let usualInterval: Int64 = 30_000

    private static func watch(_ line: ParsedLine) throws(UsageError) -> Command {
        if line.arguments.first == "" { throw UsageError("`watch` needs whom to watch, not “”.") }
        if line.has("every"), line.has("offline") {
            throw UsageError(
                "--every and --offline exclude each other: offline, no server is asked.")
        }
        let interval = line["every"].flatMap(OptionSpec.milliseconds) ?? usualInterval
        guard interval >= 100 else {
            throw UsageError("--every needs at least a tenth of a second.")
        }
        return .watch(WatchQuery(who: line.arguments.first, interval: interval))
    }

    private static func people(_ line: ParsedLine) throws(UsageError) -> [String] {
        if line.arguments.contains("") { throw UsageError("`show` needs whom to show, not “”.") }
        return line.arguments
    }

    private static func searchQuery(_ line: ParsedLine) throws(UsageError) -> SearchQuery {
        let text = line.arguments.joined(separator: " ")
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("`search` needs what to search for, not “”.")
        }
        return SearchQuery(text, limit: line.number("limit") ?? 20)
    }

    private static func profiles(_ line: ParsedLine) throws(UsageError) -> Command {
        guard !line.arguments.isEmpty else { return .profiles }
        guard line.arguments.count == 2 else {
            throw UsageError(
                "`profiles check` needs a file or a profile's name.",
                hint: "Usage: `profiles check FILE|NAME`.")
        }
        return .checkProfile(file: line.arguments[1])
    }

    /// `sample:?latency=1s` is an address too: a scheme, and what the server is to do.
    private static func target(
        _ word: String, _ line: ParsedLine
    ) throws(UsageError) -> Target {
        if word.isEmpty {
            throw UsageError(
                "`use` needs a profile or a URL, not “”.", hint: "`profiles` lists the profiles.")
        }
        if word.contains("://") || word.contains(":?") || word == "sample:" { return .url(word) }
        if isAddress(word) {
            throw UsageError(
                "`use` needs a profile or a whole URL, not \(Quoted(word)).",
                hint: "Did you mean `use http://\(Fitting.truncate(word, to: 80))`?")
        }
        var (name, account) = (word, line["account"])
        if let colon = word.lastIndex(of: ":"), colon > word.startIndex {
            name = String(word[..<colon])
            let named = String(word[word.index(after: colon)...])
            if !named.isEmpty { account = named }
        }
        let variables = line.assignments("set").map { ($0.0, $0.1) }
        return .profile(
            name, account: account, baseURL: line["base-url"],
            variables: Dictionary(variables) { _, last in last })
    }

    /// Whether a word is an address without its scheme: `127.0.0.1:8765`, `api.example.com/v1`. A
    /// path of a profile's file begins with a dot or a slash, or ends as such files do.
    private static func isAddress(_ word: String) -> Bool {
        if word.hasPrefix(".") || word.hasPrefix("/") || word.hasSuffix(".json") { return false }
        let host = word.prefix { $0 != "/" && $0 != ":" }
        guard host.contains(".") || host == "localhost" else { return false }
        let rest = word.dropFirst(host.count)
        return rest.first == "/" || Int(rest.dropFirst().prefix { $0 != "/" }) != nil
    }

    private static func topic(_ line: ParsedLine) throws(UsageError) -> CommandName? {
        guard let word = line.arguments.first else { return nil }
        return try LineParser.command(word).name
    }

    private static func checkField(_ name: String, of option: String) throws(UsageError) {
        try Schema.user.check(name, of: option)
    }
}

extension Schema {
    /// Throws when there is no field of that name, saying which there are.
    func check(_ name: String, of option: String) throws(UsageError) {
        guard !names.contains(name) else { return }
        throw UsageError(
            "\(option) names the field \(Quoted(name)), which there is not: "
                + "one of \(names.joined(separator: ", ")).",
            hint: Suggestion.nearest(to: name, in: names).map { "Did you mean `\($0)`?" })
    }
}

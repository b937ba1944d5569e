package import Users

/// What the options and the environment say beside the command.
package struct Settings: Sendable, Hashable {
    /// Which directory, as whom, and with which cache.
    package var choice = DirectoryChoice()
    /// Whether no server may be asked.
    package var isOffline = false
    /// Whether only the server's own answer will do.
    package var isFresh = false
    /// How old an answer may be, in milliseconds; nil is the profile's age.
    package var maxAge: Int64?
    /// How results are written; nil is a table on a terminal and tsv off it.
    package var format: OutputFormat?
    /// The fields to print; nil is what the format shows by itself.
    package var fields: [String]?
    /// Whether tables begin with the fields' names.
    package var hasHeader = true
    /// Whether nothing but results is printed.
    package var isQuiet = false
    /// Whether more is said than is asked for.
    package var isVerbose = false
    /// When to use colour.
    package var color = ColorChoice.auto
    /// Whether piped commands go on after one that failed.
    package var keepsGoing = false
    /// The file to record the session in.
    package var recording: String?

    /// The settings without any option or variable.
    package init() {}

    /// The settings that the environment asks for; an empty variable is as good as none.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        choice.profile = value("SLUICE_PROFILE")
        choice.baseURL = value("SLUICE_BASE_URL")
        choice.account = value("SLUICE_ACCOUNT")
        choice.cache = value("SLUICE_CACHE")
        choice.token = value("SLUICE_TOKEN")
    }

    /// How old an answer may be, and whether the server may be asked.
    package var freshness: Freshness {
        if isOffline { return .offline }
        return isFresh ? .fresh : .cached(maxAge: maxAge)
    }

    /// The format to write in, given whether results go to a terminal.
    package func format(onTerminal: Bool) -> OutputFormat {
        format ?? (onTerminal ? .table : .tsv)
    }

    /// These settings with the options of a line over them. Throws when the options contradict
    /// each other, or name a field that the command's results don't have.
    func applying(_ line: ParsedLine) throws(UsageError) -> Settings {
        var settings = self
        settings.applyChoice(line)
        try settings.applyFreshness(line)
        try settings.applyOutput(line)
        if line.has("keep-going") { settings.keepsGoing = true }
        if let file = line["record"] { settings.recording = file }
        return settings
    }

    private mutating func applyChoice(_ line: ParsedLine) {
        if let profile = line["profile"], profile != choice.profile {
            // Another profile's address, account and token would be wrong for this one.
            choice = DirectoryChoice(
                profile: profile, cache: choice.cache, timeout: choice.timeout)
        }
        if let url = line["base-url"] { choice.baseURL = url }
        if let account = line["account"] { choice.account = account }
        for (name, text) in line.assignments("set") { choice.variables[name] = text }
        if let cache = line["cache"] { choice.cache = cache }
        if let timeout = line["timeout"] { choice.timeout = OptionSpec.milliseconds(timeout) }
    }

    private mutating func applyFreshness(_ line: ParsedLine) throws(UsageError) {
        if line.has("offline") { isOffline = true }
        if line.has("fresh") { isFresh = true }
        if let maxAge = line["max-age"] { self.maxAge = OptionSpec.milliseconds(maxAge) }
        if isOffline, let spec = line.spec, spec.needsServer, !line.has("help") {
            throw UsageError(
                "`\(spec.name.rawValue)` needs the server, and offline nothing may be asked.",
                hint: Self.wayOnline(line))
        }
        guard isOffline, isFresh else { return }
        throw UsageError(
            "--fresh asks the server, and offline nothing may be asked.",
            hint: Self.wayOnline(line))
    }

    private static func wayOnline(_ line: ParsedLine) -> String {
        line.has("offline") ? "Leave --offline out." : "`offline off` first."
    }

    private mutating func applyOutput(_ line: ParsedLine) throws(UsageError) {
        if let word = line["format"], let format = OutputFormat(rawValue: word) {
            self.format = format
        }
        if line.has("json") {
            guard !line.has("format") || format == .json else {
                throw UsageError("--json and --format \(line["format"] ?? "") exclude each other.")
            }
            format = .json
        }
        if let text = line["fields"] { fields = text.split(separator: ",").map(String.init) }
        if line.has("no-header") { hasHeader = false }
        if line.has("quiet") { isQuiet = true }
        if line.has("verbose") { isVerbose = true }
        if let word = line["color"], let color = ColorChoice(rawValue: word) { self.color = color }
        if let fields, let schema = line.spec?.schema {
            if fields.isEmpty {
                throw UsageError(
                    "--fields needs names: some of \(schema.names.joined(separator: ", ")).")
            }
            for field in fields where !schema.has(field) {
                try schema.check(field, of: "--fields")
            }
        }
    }
}

/// When to use colour.
package enum ColorChoice: String, Sendable, Hashable, CaseIterable {
    /// On a terminal that isn't dumb, unless `NO_COLOR` is set.
    case auto
    /// Always.
    case always
    /// Never.
    case never
}

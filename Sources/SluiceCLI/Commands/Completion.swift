/// What the Tab key offers: commands, options, their words, profiles, and people from the cache.
struct Completion {
    /// The known profiles.
    var profiles: [String] = []
    /// Ids and names from the cache that begin with a text; never from the network.
    var people: @Sendable (_ prefix: String) -> [String] = { _ in [] }

    /// What the line up to the cursor can go on with.
    struct Result: Equatable {
        /// The part of the line that a candidate replaces.
        var prefix: String
        /// The candidates, in order; each begins with `prefix`, without regard to case.
        var candidates: [String]
    }

    /// Completes the last word of a line.
    func complete(_ line: String) -> Result {
        let (start, prefix) = Self.lastWord(of: line)
        // Words before the last one are whole, but for a quote that only a person could close.
        let before = (try? LineSplitter.words(of: start)) ?? []
        let matching = candidates(after: before, prefix: prefix).filter {
            $0.lowercased().hasPrefix(prefix.lowercased())
                || $0.lowercased().hasPrefix("\"" + prefix.lowercased())
        }
        return Result(prefix: prefix, candidates: matching)
    }

    /// The line before its last word, and that word as it is typed so far, a quote included.
    private static func lastWord(of line: String) -> (before: String, word: String) {
        var start = line.startIndex
        var quote: Character?
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if previous.isWhitespace {
                start = index
                if character == "'" || character == "\"" { quote = character }
            }
            previous = character
        }
        if quote == nil, previous.isWhitespace { start = line.endIndex }
        return (String(line[..<start]), String(line[start...]))
    }

    private func candidates(after words: [String], prefix: String) -> [String] {
        let spec = words.lazy.compactMap(CommandTable.command(called:)).first
        if let last = words.last, last.hasPrefix("--"), !last.contains("="),
            let option = CommandTable.option(String(last.dropFirst(2))), option.value != .flag
        {
            return values(of: option, for: spec, prefix)
        }
        if prefix.hasPrefix("-") {
            return CommandTable.options(of: spec).map { "--" + $0.name }
        }
        guard let spec else { return CommandName.allCases.map(\.rawValue) }
        guard let argument = argument(at: positionals(words) - 1, of: spec) else { return [] }
        return switch argument.kind {
        case .free: []
        case .person: people(String(prefix.drop { $0 == "\"" })).map(Self.quoted)
        case .profile: profiles
        case .command: CommandName.allCases.map(\.rawValue)
        case .words(let words): words
        }
    }

    /// The argument at a position; the last one, where it takes any number of words.
    private func argument(at index: Int, of spec: CommandSpec) -> CommandSpec.Argument? {
        if spec.arguments.indices.contains(index) { return spec.arguments[index] }
        return spec.arguments.last { $0.count == .oneOrMore }
    }

    /// How many of the words are neither options nor their values.
    private func positionals(_ words: [String]) -> Int {
        var count = 0
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if word.hasPrefix("--") {
                let option = CommandTable.option(String(word.dropFirst(2)))
                isValue = option.map { $0.value != .flag } ?? false
            } else {
                count += 1
            }
        }
        return count
    }

    private func values(
        of option: OptionSpec, for spec: CommandSpec?, _ prefix: String
    ) -> [String] {
        switch option.value {
        case .choice(let words): words
        case .fields:
            // Those before the last comma are whole.
            (spec?.schema?.names ?? []).map {
                (prefix.lastIndex(of: ",").map { prefix[...$0] } ?? "") + $0
            }
        case .text("FIELD"): Schema.user.names
        case .assignment("FIELD=TEXT"): Schema.user.names.map { $0 + "=" }
        case .text("NAME|FILE"): profiles
        default: []
        }
    }

    /// A name with blanks is one word only between quotes.
    private static func quoted(_ word: String) -> String {
        word.contains(" ") || word.first == "'" || word.first == "\"" ? "\"\(word)\"" : word
    }
}

import Users

/// Every command and option there is. Parsing, help and completion are read from it, so that they
/// can't drift apart (C1).
enum CommandTable {
    /// The commands, in the order of the help.
    static let commands: [CommandSpec] = [
        CommandSpec(
            name: .login, summary: "log in to the directory",
            arguments: [
                .init(placeholder: "NAME", count: .optional, kind: .free, meaning: "a name")
            ],
            options: [
                OptionSpec("password-stdin", "read the password from standard input, one line")
            ],
            schema: .session,
            notes: "Asks for the password without showing it. It is never an argument.\n"
                + "NAME may be left out where an account is in use: the one that is or was logged "
                + "in, or that --account, SLUICE_ACCOUNT or `use` named.",
            examples: ["login demo", "login demo --password-stdin < secret.txt"],
            isSensitive: true, needsServer: true),
        CommandSpec(
            name: .logout, summary: "forget the login and what was cached for it",
            schema: .session,
            notes: "Offline it forgets what is here, and the server isn't told.",
            examples: ["logout"]),
        CommandSpec(
            name: .whoami, summary: "say who is logged in", schema: .session,
            examples: ["whoami", "whoami --json"]),
        CommandSpec(
            name: .list, summary: "list people, a page or all",
            options: [
                OptionSpec("page", .count("N", minimum: 1), "which page, from 1"),
                OptionSpec("per-page", .count("N", minimum: 1), "how many people a page holds"),
                OptionSpec("all", "every page"),
                OptionSpec(
                    "where", .assignment("FIELD=TEXT"), isRepeatable: true,
                    "only people whose field contains the text"),
                OptionSpec("sort", .text("FIELD"), "sort by a field"),
            ],
            schema: .user,
            notes:
                "A page is in the server's order. So is --all when the server has just been asked, and as "
                + "ndjson, csv or tsv its rows come as its pages do; from the cache people are in the order "
                + "in which they first came there. --sort has one order in either case.",
            examples: [
                "list", "list --page 2 --per-page 10", "list --all --where department=sales",
            ]
        ),
        CommandSpec(
            name: .show, summary: "show people, by id, exact username or exact e-mail",
            arguments: [
                .init(placeholder: "WHO", count: .oneOrMore, kind: .person, meaning: "whom to show")
            ],
            schema: .user,
            notes:
                "`-` reads them from standard input, one a line. Whoever isn't found is an error, and "
                + "the others are shown; a JSON array is whole or, without --keep-going, not printed.",
            examples: ["show 7", "show ana@example.org --json", "cut -f1 ids.tsv | sluice show -"]),
        CommandSpec(
            name: .search, summary: "search people by what their names and addresses begin with",
            arguments: [
                .init(
                    placeholder: "TEXT", count: .oneOrMore, kind: .free,
                    meaning: "what to search for")
            ],
            options: [
                OptionSpec("limit", .count("N", minimum: 1), "how many people at most (20)")
            ],
            schema: .user,
            notes:
                "Finds who has, for each word typed, a word that begins with it, whatever the case and "
                + "accents; a server may find more. Who is called just so comes first, then the server's "
                + "order; from the cache, those whose name begins so, then the others. Finding nobody "
                + "is not an error.",
            examples: ["search an", "search O'Brien --limit 5"]),
        CommandSpec(
            name: .sync, summary: "fetch everyone into the cache",
            options: [OptionSpec("full", "begin anew instead of going on where a sync stopped")],
            schema: .sync, examples: ["sync", "sync --full --json"], needsServer: true),
        CommandSpec(
            name: .export, summary: "write everyone to a file",
            arguments: [
                .init(
                    placeholder: "FILE|-", count: .one, kind: .free,
                    meaning: "a file, or `-` for standard output")
            ],
            options: [
                OptionSpec(
                    "where", .assignment("FIELD=TEXT"), isRepeatable: true,
                    "only people whose field contains the text")
            ],
            schema: .user,
            notes: "Without --format, a file's name says the format: .csv, .tsv, .json, .ndjson; "
                + "without an ending it is tsv. A file takes its place when it is whole.",
            examples: ["export people.csv", "export - --format ndjson --where department=sales"]),
        CommandSpec(
            name: .watch, summary: "tell of changes as they happen, until interrupted",
            arguments: [
                .init(
                    placeholder: "WHO", count: .optional, kind: .person,
                    meaning: "whom to watch")
            ],
            options: [
                OptionSpec("every", .seconds, "how often the server is asked (30)")
            ],
            schema: .change,
            notes:
                "Tells what other processes write into the cache too. Offline it asks no server.\n"
                + "Begins with what is cached, or else with what the server says, and fails where there "
                + "is neither; that the server can't be reached is said, and ends no watch that has begun.",
            examples: ["watch", "watch 7 --every 5", "watch --offline --json"]),
        CommandSpec(
            name: .status, summary: "say what is cached, where things are and what went wrong",
            schema: .status, examples: ["status", "status --json"]),
        CommandSpec(
            name: .doctor, summary: "check the cache's file, and repair it",
            schema: .health,
            notes: "A damaged file is set aside, not deleted, and a sync fills a new one.",
            examples: ["doctor", "doctor --json"]),
        CommandSpec(
            name: .profiles, summary: "list the known APIs, or check a profile",
            arguments: [
                .init(
                    placeholder: "check", count: .optional, kind: .words(["check"]),
                    meaning: "`check`"),
                .init(
                    placeholder: "FILE|NAME", count: .optional, kind: .profile,
                    meaning: "a file or a profile's name"),
            ],
            schema: .profile,
            notes: "Of a right profile it says what it will ask, of a wrong one every mistake.",
            examples: ["profiles", "profiles check ./intranet.json", "profiles check kinto"]),
        CommandSpec(
            name: .use, summary: "choose a directory, and keep the choice",
            arguments: [
                .init(
                    placeholder: "PROFILE[:ACCOUNT]|URL", count: .one, kind: .profile,
                    meaning: "a profile or a URL")
            ],
            schema: .choice,
            notes: "Says with which values of the profile's variables it asks; "
                + "--set VARIABLE=VALUE keeps another.",
            examples: [
                "use kinto", "use kinto:ana", "use http://127.0.0.1:8888/v1",
                "use github --set org=apple",
            ]),
        CommandSpec(
            name: .offline, summary: "ask no server as long as the program runs",
            arguments: [
                .init(
                    placeholder: "on|off", count: .one, kind: .words(["on", "off"]),
                    meaning: "`on` or `off`")
            ],
            notes: "At the prompt, or before other commands of a pipe. A single command takes "
                + "--offline.",
            examples: ["offline on"]),
        CommandSpec(
            name: .help, aliases: ["?"], summary: "list the commands, or explain one",
            arguments: [
                .init(
                    placeholder: "COMMAND", count: .optional, kind: .command, meaning: "a command")
            ],
            examples: ["help", "help list"]),
        CommandSpec(name: .quit, aliases: ["exit"], summary: "leave", examples: ["quit"]),
    ]

    /// The options that every command takes.
    static let globalOptions: [OptionSpec] = [
        OptionSpec("profile", .text("NAME|FILE"), "the API to talk to"),
        OptionSpec("base-url", .text("URL"), "its address, instead of the profile's own"),
        OptionSpec("account", .text("NAME"), "as whom"),
        OptionSpec(
            "set", .assignment("VARIABLE=VALUE"), isRepeatable: true, "a variable of the profile"),
        OptionSpec("offline", "answer from the cache only"),
        OptionSpec("fresh", "ask the server, and don't fall back on the cache"),
        OptionSpec("max-age", .seconds, "how old an answer may be; 0 asks and falls back"),
        OptionSpec(
            "format", .choice(OutputFormat.allCases.map(\.rawValue)), "how results are written"),
        OptionSpec("json", "the same as --format json"),
        OptionSpec(
            "fields", .fields, "only these fields, in this order; attributes.NAME is one of those"),
        OptionSpec("no-header", "no line of field names"),
        OptionSpec(
            "quiet", "print nothing but results and usage errors; the exit code tells the rest"),
        OptionSpec("verbose", "say where each answer came from"),
        OptionSpec("color", .choice(ColorChoice.allCases.map(\.rawValue)), "colour (auto)"),
        OptionSpec("cache", .text("FILE"), "the cache's file"),
        OptionSpec("timeout", .duration, "the most time a call may take"),
        OptionSpec(
            "record", .text("FILE"), "keep the session in a new file, without its secrets"),
        OptionSpec(
            "keep-going", "go on after a piped command, or a person of a JSON array, that failed"),
        OptionSpec("version", "print the version"),
        OptionSpec("help", short: "-h", "print this, or a command's help"),
    ]

    /// The command of that name.
    static func command(_ name: CommandName) -> CommandSpec? {
        commands.first { $0.name == name }
    }

    /// The command that a word stands for, by its name or another program's.
    static func command(called word: String) -> CommandSpec? {
        commands.first { $0.name.rawValue == word || $0.aliases.contains(word) }
    }

    /// The options that one command takes, its own first; without a command, the global ones.
    static func options(of command: CommandSpec?) -> [OptionSpec] {
        (command?.options ?? []) + globalOptions
    }

    /// An option by name, whichever command it belongs to. What an option takes doesn't depend on
    /// the command, so that options can stand before it.
    static func option(_ name: String) -> OptionSpec? {
        (globalOptions + commands.flatMap(\.options)).first { $0.name == name }
    }
}

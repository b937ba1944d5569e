import SluiceFlow
import Testing
import Users

@testable import SluiceCLI

/// From words to typed commands, and what is said when that fails.
@Suite struct ParsingTests {
    private func command(_ line: String) throws -> Command? {
        try Request.parse(LineSplitter.words(of: line), over: Settings()).command
    }

    private func settings(
        _ line: String, over base: Settings = Settings()
    ) throws -> Settings {
        try Request.parse(LineSplitter.words(of: line), over: base).settings
    }

    private func failure(_ line: String) -> UsageError? {
        do throws(UsageError) {
            _ = try Request.parse(LineSplitter.words(of: line), over: Settings())
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("login", Command.login(name: nil, passwordFromInput: false)),
        ("login demo", .login(name: "demo", passwordFromInput: false)),
        ("login demo --password-stdin", .login(name: "demo", passwordFromInput: true)),
        ("logout", .logout),
        ("whoami", .whoami),
        ("list", .list(ListQuery())),
        ("list --page 3 --per-page=10", .list(ListQuery(page: 3, perPage: 10))),
        ("list --all --sort email", .list(ListQuery(all: true, sort: "email"))),
        (
            "list --where title=a=b --where 'displayName=Ana B'",
            .list(
                ListQuery(conditions: [
                    .init(field: "title", text: "a=b"), .init(field: "displayName", text: "Ana B"),
                ]))
        ),
        ("show 7", .show(["7"])),
        ("show 7 ana -", .show(["7", "ana", "-"])),
        ("show -- --fresh", .show(["--fresh"])),
        ("search O'Brien", .search(SearchQuery("O'Brien"))),
        ("search ana  brandt --limit 5", .search(SearchQuery("ana brandt", limit: 5))),
        ("sync", .sync(full: false)),
        ("sync --full", .sync(full: true)),
        ("status", .status),
        ("profiles", .profiles),
        ("profiles check ./a.json", .checkProfile(file: "./a.json")),
        ("use kinto", .use(.profile("kinto", account: nil))),
        (
            "use kinto --base-url http://a.test/v1 --account bo --set bucket=b",
            .use(
                .profile(
                    "kinto", account: "bo", baseURL: "http://a.test/v1", variables: ["bucket": "b"]
                ))
        ),
        ("use kinto:ana", .use(.profile("kinto", account: "ana"))),
        ("use http://127.0.0.1:8888/v1", .use(.url("http://127.0.0.1:8888/v1"))),
        ("use sample:?fault=offline", .use(.url("sample:?fault=offline"))),
        ("offline on", .offline(true)),
        ("offline off", .offline(false)),
        ("help", .help(nil)),
        ("help list", .help(.list)),
        ("list --help", .help(.list)),
        ("show --help", .help(.show)),
        ("--version", .version),
        ("quit", .quit),
        ("exit", .quit),
        ("?", .help(nil)),
        ("-h", .help(nil)),
        ("show -h", .help(.show)),
    ])
    func `every command is read with its arguments and options`(
        _ line: String, _ expected: Command
    ) throws {
        #expect(try command(line) == expected)
    }

    @Test func `options stand anywhere, and none of them is a command`() throws {
        #expect(try command("--json show --offline 7") == .show(["7"]))
        #expect(try command("--json --offline") == nil)
        let settings = try settings("--json show --offline 7")
        #expect(settings.format == .json)
        #expect(settings.freshness == .offline)
    }

    @Test(arguments: [
        (
            "frobnicate", "There is no command “frobnicate”.",
            "`help` lists the commands."
        ),
        ("lsit", "There is no command “lsit”.", "Did you mean `list`?"),
        ("serach x", "There is no command “serach”.", "Did you mean `search`?"),
        ("prof", "There is no command “prof”.", "Did you mean `profiles`?"),
        ("help lits", "There is no command “lits”.", "Did you mean `list`?"),
        ("list --pgae 2", "There is no option “--pgae”.", "Did you mean `--page`?"),
        ("list -x", "There is no option “-x”.", nil),
        ("show 7 --limit 3", "`show` has no option --limit.", "`help show` lists the options."),
        ("list --page", "--page needs a value: --page N.", nil),
        ("list --page 0", "--page needs a whole number of at least 1, not “0”.", nil),
        ("list --page=two", "--page needs a whole number of at least 1, not “two”.", nil),
        (
            "list --format xml", "--format needs one of table, json, ndjson, csv, tsv, not “xml”.",
            nil
        ),
        ("list --max-age soon", "--max-age needs a number of seconds, 0 or more, not “soon”.", nil),
        ("list --all=yes", "--all takes no value.", nil),
        ("list --page 1 --page 2", "--page is given more than once.", nil),
        ("list --where =x", "--where needs FIELD=TEXT, with a name before the `=`, not “=x”.", nil),
        ("list --all --page 2", "--all and --page exclude each other.", nil),
        ("show", "`show` needs whom to show.", "Usage: `show WHO…`."),
        (
            "offline maybe", "`offline` takes `on` or `off`, not “maybe”.",
            "Usage: `offline on|off`."
        ),
        ("logout now", "`logout` doesn't take “now”.", "Usage: `logout`."),
        ("search ''", "`search` needs what to search for, not “”.", nil),
        (
            "use ''", "`use` needs a profile or a URL, not “”.",
            "`profiles` lists the profiles."
        ),
        (
            "profiles check", "`profiles check` needs a file or a profile's name.",
            "Usage: `profiles check FILE|NAME`."
        ),
        (
            "show 7 --offline --fresh",
            "--fresh asks the server, and offline nothing may be asked.",
            "Leave --offline out."
        ),
        ("show 7 --json --format csv", "--json and --format csv exclude each other.", nil),
        (
            "show 'x", "A ' opens a quoted word and none closes it.",
            "Close it, or put it inside a word if it is meant as it stands."
        ),
        ("fro\u{1B}b", "There is no command “fro\\u{1B}b”.", "`help` lists the commands."),
    ])
    func `C10: a wrong line gets one sentence, and the nearest word where there is one`(
        _ line: String, _ message: String, _ hint: String?
    ) throws {
        let error = try #require(failure(line))
        #expect(error.message == message)
        if let hint { #expect(error.hint == hint) }
        #expect(error.kind == .usage)
    }

    @Test func `a field that isn't there is refused with those that are, before any call`() throws {
        let error = try #require(failure("list --fields id,emial"))
        #expect(error.message.hasPrefix("--fields names the field “emial”, which there is not"))
        #expect(error.message.contains("displayName"))
        #expect(error.hint == "Did you mean `email`?")
        #expect(failure("list --sort nmae") != nil)
        #expect(failure("list --where nmae=x") != nil)
    }

    @Test func `options win over the environment, and an empty variable is none`() throws {
        let base = Settings(environment: [
            "SLUICE_PROFILE": "kinto", "SLUICE_ACCOUNT": "", "SLUICE_TOKEN": "t",
            "SLUICE_CACHE": "/c", "SLUICE_BASE_URL": "http://x/",
        ])
        #expect(
            base.choice
                == DirectoryChoice(profile: "kinto", baseURL: "http://x/", cache: "/c", token: "t"))
        let other = try settings("list --profile scim2 --set a=b --timeout 0.5", over: base)
        #expect(
            other.choice
                == DirectoryChoice(
                    profile: "scim2", variables: ["a": "b"], cache: "/c", timeout: 500))
        #expect(try settings("list --account ana", over: base).choice.account == "ana")
    }

    @Test func `an age is seconds for a person and milliseconds inside`() throws {
        #expect(try settings("show 7 --max-age 90").freshness == .cached(maxAge: 90_000))
        #expect(try settings("show 7").freshness == .cached(maxAge: nil))
        #expect(try settings("show 7 --fresh").freshness == .fresh)
    }

    @Test func `C4: a line that doesn't parse is still seen to ask for JSON`() {
        #expect(LineParser.wantsJSON(["frob", "--json"]))
        #expect(LineParser.wantsJSON(["frob", "--format", "ndjson"]))
        #expect(LineParser.wantsJSON(["frob", "--format=json"]))
        #expect(!LineParser.wantsJSON(["frob", "--", "--json"]))
        #expect(!LineParser.wantsJSON(["frob", "--format", "csv"]))
    }

    @Test(arguments: [
        ("a  b\tc", ["a", "b", "c"]), ("", []), ("   ", []),
        ("show \"a b\" 'c d'", ["show", "a b", "c d"]),
        ("x \"a \\\"b\\\\\"", ["x", "a \"b\\"]), ("O'Brien's", ["O'Brien's"]),
        ("x ''", ["x", ""]), ("x 'a'b", ["x", "ab"]), ("C:\\dir", ["C:\\dir"]),
    ])
    func `a quote opens only at the start of a word`(
        _ line: String, _ words: [String]
    ) throws {
        #expect(try LineSplitter.words(of: line) == words)
    }

    @Test func `completion offers words that fit the place, and people from the cache only there`()
    {
        let completion = Completion(profiles: ["kinto", "sample"]) { prefix in
            ["ana", "ana brandt", "7"].filter { $0.hasPrefix(prefix) }
        }
        func offers(_ line: String) -> [String] { completion.complete(line).candidates }
        #expect(offers("l") == ["login", "logout", "list"])
        #expect(offers("show an") == ["ana", "\"ana brandt\""])
        #expect(offers("show \"an") == ["\"ana brandt\""])
        #expect(offers("show \"ana b") == ["\"ana brandt\""])
        #expect(completion.complete("show 'x y' \"ana b").prefix == "\"ana b")
        #expect(offers("show 7 --json a") == ["ana", "\"ana brandt\""])
        #expect(offers("search an") == [])
        #expect(offers("use ") == ["kinto", "sample"])
        #expect(offers("offline o") == ["on", "off"])
        #expect(offers("list --format ") == ["table", "json", "ndjson", "csv", "tsv"])
        #expect(offers("list --sort e") == ["email"])
        #expect(offers("help sh") == ["show"])
        #expect(offers("list --fields em") == ["email"])
        #expect(offers("list --fields id,em") == ["id,email"])
        #expect(offers("? sh") == ["show"])
        #expect(offers("list --per") == ["--per-page"])
        #expect(completion.complete("show an").prefix == "an")
    }
}

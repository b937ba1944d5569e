import SluiceFlow
import Testing
import Users

@testable import SluiceCLI

/// What a person meets who tries things out, and what they are told.
@MainActor @Suite struct FirstUseTests {
    private let onTerminal = Terminal(hasInput: true, hasOutput: true, hasError: true)

    @Test(arguments: ["sync", "sync --full", "login ana --password-stdin"])
    func `C5: offline, a command that needs the server is refused as it stands`(
        _ line: String
    ) async {
        let bench = Bench(input: "right \"one\"\n")
        #expect(await bench.run(line + " --offline") == .usage)
        #expect(
            bench.error.text.hasSuffix(
                "needs the server, and offline nothing may be asked.\n  Leave --offline out.\n"))
        #expect(await bench.run("offline on") == .success)
        #expect(await bench.run(line) == .usage)
        #expect(bench.error.text.hasSuffix("`offline off` first.\n"))
        #expect(bench.output.text == "")
    }

    @Test func `offline, help for such a command is given all the same`() async {
        #expect(await Bench().run("sync --offline --help") == .success)
    }

    @Test func `offline, a logout says that the server wasn't told`() async {
        let bench = Bench()
        #expect(await bench.run("logout --offline") == .success)
        #expect(bench.error.text == "note: The server wasn't told.\n")
        #expect(await bench.run("logout") == .success)
        #expect(bench.error.text.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["table", "tsv", "csv"])
    func `a page of a list says how it goes on, in every format`(_ format: String) async {
        let bench = Bench()
        #expect(await bench.run("list --format \(format)") == .success)
        #expect(
            bench.error.text
                == "note: Page 1: 3 people of 1,000; `--page 2` with the same options goes on.\n")
        #expect(await bench.run("list --page 335 --format \(format)") == .success)
        #expect(bench.error.text.hasSuffix("note: There is no page 335: 1,000 people in all.\n"))
    }

    @Test func `a page of a list says how it goes on in JSON, and not when it is to be quiet`()
        async
    {
        let bench = Bench()
        #expect(await bench.run("list --json --fields id") == .success)
        #expect(await bench.run("list --format ndjson --fields id") == .success)
        let note = "Page 1: 3 people of 1,000; `--page 2` with the same options goes on."
        let notice = "{\"notice\":\"\(note)\"}\n"
        #expect(bench.error.text == notice + notice)
        let quiet = Bench()
        #expect(await quiet.run("list --json --quiet") == .success)
        #expect(quiet.error.text == "")
    }

    @Test func `a sync that keeps nothing is a failure on its own, and a warning among others`()
        async
    {
        let single = Bench(isOneShot: true)
        #expect(await single.run("sync --cache /unwritable --quiet") == .local)
        #expect(await single.run("sync --cache /unwritable --json") == .local)
        #expect(
            single.error.text.contains(
                "\"code\":\"storage\",\"message\":\"A sync would keep nothing. "
                    + "Could not open “/unwritable”.\""))
        #expect(single.output.text == "")
        #expect(await single.run("sync") == .success)
        let several = Bench()
        #expect(await several.run("sync --cache /unwritable --format ndjson") == .success)
        #expect(several.output.text.hasPrefix("{\"inserted\":3"))
        #expect(several.error.text.contains("goes when the program ends."))
        let kept = Bench()
        #expect(await kept.run("sync") == .success)
        #expect(!kept.error.text.contains("goes when the program ends"))
        #expect(kept.error.text.contains("The sync began anew."))
    }

    @Test
    func `that a profile is unverified is said where it is chosen or trusted, and not each time`()
        async
    {
        for (line, isTold) in [
            ("use kinto", true), ("login ana --password-stdin --profile kinto", true),
            ("show 1 --profile kinto", false), ("search an --profile kinto", false),
            ("use sample", false),
        ] {
            let bench = Bench(input: "right \"one\"\n")
            #expect(await bench.run(line) == .success)
            #expect(
                bench.error.text.contains("was never tried against a real exchange.") == isTold,
                "\(line)")
        }
    }

    @Test(arguments: [
        ("use github", "note: With org = swiftlang; `--set org=VALUE` sets another.\n"),
        (
            "use github --json",
            "{\"notice\":\"With org = swiftlang; `--set org=VALUE` sets another.\"}\n"
        ),
        (
            "use kinto:ana",
            "note: With bucket = dir, collection = users; `--set VARIABLE=VALUE` sets another.\n"
        ),
        ("use sample", ""), ("use github --quiet", ""),
    ])
    func `with which values of its variables a profile asks is said where it is chosen`(
        _ line: String, _ notice: String
    ) async {
        let bench = Bench()
        #expect(await bench.run(line) == .success)
        let unverified = "note: The profile kinto was never tried against a real exchange.\n"
        #expect(bench.error.text.replacing(unverified, with: "") == notice)
        let other = Bench()
        #expect(await other.run("show 1 --profile github") == .success)
        #expect(other.error.text == "")
    }

    @Test(arguments: [
        ("-?", "--help"), ("-v", "--version"), ("q", "quit"), ("man", "help"),
        ("list -V", "--version"),
    ])
    func `C10: words of other programs lead to this one's`(_ line: String, _ meant: String) async {
        let bench = Bench()
        #expect(await bench.run(line) == .usage)
        #expect(bench.error.text.hasSuffix("  Did you mean `\(meant)`?\n"))
    }

    @Test func `exit leaves, and a question mark and -h are help, as everywhere`() async {
        let bench = Bench()
        #expect(await bench.shell.run(line: "exit") == .quit)
        for (line, help) in [
            ("?", Help.overview()), ("-h", Help.overview()), ("? list", Help.command(.list)),
            ("list -h", Help.command(.list)), ("help exit", Help.command(.quit)),
        ] {
            let bench = Bench()
            #expect(await bench.run(line) == .success)
            #expect(bench.output.text == help)
        }
        #expect(Help.overview().contains("leave (also `exit`)"))
        #expect(Help.overview().contains("  -h, --help"))
    }

    @Test func `offline as the only command says that it does nothing, and what would`() async {
        for line in ["offline on", "offline off"] {
            let single = Bench(isOneShot: true)
            #expect(await single.run(line) == .success)
            #expect(
                single.error.text
                    == "note: This lasts as long as the program, which ends here: give --offline to "
                    + "a command, or say `offline on` at the prompt.\n")
            let several = Bench()
            #expect(await several.run(line) == .success)
            #expect(!several.error.text.contains("ends here"))
        }
    }

    @Test(arguments: [
        ("use 127.0.0.1:8765", "`use http://127.0.0.1:8765`"),
        ("use api.example.com/v1", "`use http://api.example.com/v1`"),
        ("use localhost:80/x", "`use http://localhost:80/x`"),
    ])
    func `C10: an address without its scheme is told from a profile`(
        _ line: String, _ meant: String
    ) async {
        let bench = Bench()
        #expect(await bench.run(line) == .usage)
        #expect(bench.error.text.hasSuffix("  Did you mean \(meant)?\n"))
        #expect(bench.directories.service.log.all == [])
    }

    @Test(arguments: [
        "use kinto", "use kinto:7", "use acme.test", "use ./a.b/c", "use x.y.json", "use /a.b/c",
        "use acme.test:ana",
    ])
    func `a profile, its account and its file are no addresses`(_ line: String) async {
        #expect(await Bench().run(line) == .success)
    }

    @Test(arguments: ["0", "-1", "0.0001", "x", "1e99"])
    func `a time-out of nothing is refused`(_ value: String) async {
        #expect(await Bench().run("list --timeout=\(value)") == .usage)
        #expect(await Bench().run("list --timeout 0.5") == .success)
    }

    @Test func `C8: help is paged like the rest`() async {
        for (rows, isPaged) in [(10, true), (200, false)] {
            for line in ["help", "help list"] {
                let pager = RecordingPager()
                let bench = Bench(terminal: onTerminal, rows: rows, pager: pager)
                #expect(await bench.run(line) == .success)
                #expect(pager.shown.text.isEmpty != isPaged)
                #expect(bench.output.text.isEmpty == isPaged)
            }
        }
        #expect(Help.overview().contains("PAGER"))
    }

    @Test func `the help and the error of a login agree on when the name may be left out`() async {
        let guest = Bench(input: "right \"one\"\n")
        #expect(await guest.run("login --password-stdin") == .usage)
        #expect(guest.error.text.contains("no account is in use"))
        #expect(Help.command(.login).contains("where an account is in use"))
        let named = Bench(input: "right \"one\"\n")
        #expect(
            await named.run("login --password-stdin --account ana --fields account --no-header")
                == .success)
        #expect(named.output.text == "ana\n")
    }

    @Test func `the status names what failed by what was asked`() async {
        let bench = Bench()
        #expect(await bench.run("show 999") == .notFound)
        #expect(await bench.run("status --format table --fields lastErrors,tokenPath") == .success)
        #expect(bench.output.text == "last errors  user: There is nobody called “999”.\n")
        #expect(Schema.status.title("tokenPath") == "TOKENS, IN PLAIN TEXT")
    }

    @Test func `a long argument is repeated in part`() async {
        let bench = Bench()
        let word = String(repeating: "x", count: 5_000)
        for line in [
            "\(word)", "help \(word)", "list --\(word)", "list --page \(word)", "use x.y/\(word)",
        ] {
            #expect(await bench.run(line) == .usage)
        }
        #expect(bench.error.text.split(separator: "\n").allSatisfy { $0.count < 200 })
    }
}

import SluiceFlow
import Testing
import Users

@testable import SluiceCLI

/// The three ways to run, against a directory in memory: what is printed where, and the exit code.
@MainActor @Suite struct RunnerTests {
    @Test func `C3: off a terminal results are tsv with a header, and stderr stays empty`() async {
        let bench = Bench()
        #expect(await bench.run("show 1 2 3 --fields id,displayName") == .success)
        #expect(
            bench.output.text
                == "id\tdisplayName\n1\tAna Brandt\n2\tBo \\u001B[2JVargas\n3\t김민준\n")
        #expect(bench.error.text == "")
    }

    @Test func `on a terminal a list is a table, and a note says how it goes on`() async {
        let bench = Bench(terminal: Terminal(hasInput: true, hasOutput: true, hasError: true))
        #expect(await bench.run("list --fields id,displayName --color never") == .success)
        #expect(
            bench.output.text
                == "ID  NAME\n1   Ana Brandt\n2   Bo \\u{1B}[2JVargas\n3   김민준\n")
        #expect(
            bench.error.text
                == "note: Page 1: 3 people of 1,000; `--page 2` with the same options goes on.\n")
    }

    @Test func `C4: with json an error is one object on stderr, and stdout is empty`() async {
        let bench = Bench()
        #expect(await bench.run("show 999 --json") == .notFound)
        #expect(bench.output.text == "")
        #expect(
            bench.error.text == """
                {"error":{"code":"notFound","message":"There is nobody called “999”.","status":404,\
                "serverCode":"E404","retryAfter":null,"hint":"Try `search`."}}

                """)
    }

    @Test func `C4: notices are JSON objects too`() async {
        let bench = Bench()
        #expect(await bench.run("search an --json --fields id") == .success)
        #expect(bench.output.text == "[\n{\"id\":\"1\"}\n]\n")
        #expect(bench.error.text == "{\"notice\":\"This covers 3 people.\"}\n")
    }

    @Test(arguments: [
        ("show 1", ExitCode.success), ("show 999", .notFound), ("show twins", .usage),
        ("show gone", .interrupted), ("whoami", .unauthorized), ("profiles check x.json", .usage),
        ("frobnicate", .usage),
        ("list --page x", .usage), ("list --profile nowhere", .usage), ("search zzz", .success),
        ("sync", .success), ("status", .success), ("logout", .success), ("login", .usage),
    ])
    func `C5: the exit code follows the kind of failure`(
        _ line: String, _ code: ExitCode
    ) async {
        #expect(await Bench().run(line) == code)
    }

    @Test func `C5: every kind of error has its code`() {
        let codes = ErrorKind.allCases.map { ExitCode($0).rawValue }
        #expect(codes == [1, 2, 3, 4, 5, 6, 130])
    }

    @Test func `C4: an array of several people is written whole or not at all`() async {
        let whole = Bench()
        #expect(await whole.run("show 1 2 --json --fields id") == .success)
        #expect(whole.output.text == "[\n{\"id\":\"1\"},\n{\"id\":\"2\"}\n]\n")
        let broken = Bench()
        #expect(await broken.run("show 1 999 2 998 --json --fields id") == .notFound)
        #expect(broken.output.text == "")
        #expect(broken.error.text.split(separator: "\n").count == 2)
        let going = Bench()
        #expect(await going.run("show 1 999 2 --json --fields id --keep-going") == .notFound)
        #expect(going.output.text == "[\n{\"id\":\"1\"},\n{\"id\":\"2\"}\n]\n")
    }

    @Test(arguments: [
        ("tsv", "id\n1\n2\n"), ("csv", "id\n1\n2\n"), ("table", "ID\n1\n2\n"),
        ("ndjson", "{\"id\":\"1\"}\n{\"id\":\"2\"}\n"),
    ])
    func `C4: who isn't found is an error each, and all others are shown`(
        format: String, output: String
    ) async {
        let bench = Bench()
        let line = "show 1 999 twins 2 --fields id --format \(format) --color never"
        #expect(await bench.run(line) == .notFound)
        #expect(bench.output.text == output)
        #expect(bench.error.text.contains("nobody called “999”"))
        #expect(bench.error.text.contains("Two people are called that"))
        let nobody = Bench()
        #expect(await nobody.run("show twins 999 --fields id") == .usage)
        #expect(nobody.output.text == "")
    }

    @Test func `people are read from standard input only when a dash says so`() async {
        let bench = Bench(input: "1\n\n 2 \n")
        #expect(await bench.run("show - --format ndjson --fields id") == .success)
        #expect(bench.output.text == "{\"id\":\"1\"}\n{\"id\":\"2\"}\n")
    }

    @Test func `a stale answer is served with its age and the reason on stderr`() async {
        let bench = Bench()
        #expect(await bench.run("show stale --fields id --no-header") == .success)
        #expect(bench.output.text == "1\n")
        #expect(
            bench.error.text
                == "note: The server can't be reached; the answer is from the cache, fetched 3 min ago.\n"
        )
    }

    @Test func `what only a list told is shown with the reason on stderr`() async {
        let bench = Bench()
        #expect(await bench.run("show listed --fields id --no-header") == .success)
        #expect(bench.output.text == "1\n")
        #expect(
            bench.error.text
                == "note: The server forbids it; this is what a list told, fetched 3 min ago.\n")
    }

    @Test func `several matches are listed, and are an error`() async {
        let bench = Bench()
        #expect(await bench.run("show twins") == .usage)
        #expect(
            bench.error.text == """
                error: Two people are called that.
                  1  ana  Ana Brandt  ana@example.org
                  2  bo  Bo \\u{1B}[2JVargas

                """)
    }

    @Test func `C8: a table is paged only on a terminal, and only when taller than the screen`()
        async
    {
        let onTerminal = Terminal(hasInput: true, hasOutput: true, hasError: true)
        for (terminal, rows, pages) in [
            (onTerminal, 4, 1), (onTerminal, 5, 0), (Terminal(hasOutput: true), 4, 0),
            (Terminal(hasInput: true, hasError: true), 4, 0),
        ] {
            let pager = RecordingPager()
            let bench = Bench(terminal: terminal, rows: rows, pager: pager)
            #expect(await bench.run("list --format table --color never --quiet") == .success)
            #expect(pager.shown.text.isEmpty == (pages == 0))
            #expect(bench.output.text.isEmpty == (pages == 1))
        }
        let broken = Bench(terminal: onTerminal, rows: 4, pager: RecordingPager(works: false))
        #expect(await broken.run("list --fields id --color never") == .success)
        #expect(broken.output.text == "ID\n1\n2\n3\n")
    }

    @Test func `quiet prints nothing but results`() async {
        let bench = Bench()
        #expect(await bench.run("search an --quiet --fields id --no-header") == .success)
        #expect(await bench.run("show 999 --quiet") == .notFound)
        #expect(await bench.run("list --quiet --fields id --no-header") == .success)
        #expect(bench.output.text == "1\n1\n2\n3\n")
        #expect(bench.error.text == "")
        // A line that can't be followed is still said to be one.
        #expect(await bench.run("show twins --quiet") == .usage)
        #expect(bench.error.text.hasPrefix("error: Two people"))
    }

    @Test func `C3: piped commands stop at the first failure, whose code it is`() async {
        let bench = Bench()
        let code = await bench.pipe(["show 1 --fields id", "", "# a remark", "show 999", "whoami"])
        #expect(code == .notFound)
        #expect(bench.output.text == "id\n1\n")
        #expect(bench.error.text.split(separator: "\n").count == 2)
    }

    @Test func `C3: with keep-going all run, and the code is still the first failure's`() async {
        let bench = Bench()
        let code = await bench.pipe(
            ["show 999", "whoami", "show 1 --fields id", "quit", "show 2"], keepsGoing: true)
        #expect(code == .notFound)
        #expect(bench.output.text == "id\n1\n")
    }

    @Test func `C9: a password comes from the next line of input, exactly`() async {
        let bench = Bench(input: "right \"one\"\nwrong\n")
        #expect(await bench.run("login ana --password-stdin --fields account,state") == .success)
        #expect(bench.output.text == "account\tstate\nana\tloggedIn\n")
        #expect(await bench.run("login ana --password-stdin") == .unauthorized)
        #expect(await bench.run("login ana --password-stdin") == .usage)
    }

    @Test func `C9: without a terminal or the flag a login is a usage error`() async {
        let bench = Bench(input: "right \"one\"\n")
        #expect(await bench.run("login ana") == .usage)
        #expect(bench.error.text.contains("--password-stdin"))
    }

    @Test func `C2: the prompt names profile, account and state as they change`() async {
        let bench = Bench(
            terminal: Terminal(hasInput: true, hasError: true), input: "right \"one\"\n")
        let lines = ScriptedLines(["login ana", "offline on", "offline off", "whoami", "use kinto"])
        await bench.runner.open()
        #expect(await Repl(bench.shell, lines: lines, console: bench.console).run() == .success)
        #expect(
            lines.prompts == [
                "sample:guest[online]> ", "sample:ana[online]> ", "sample:ana[offline]> ",
                "sample:ana[online]> ", "sample:ana[expired]> ", "kinto:guest[online]> ",
            ])
        #expect(bench.directories.service.log.all == ["remember kinto"])
    }

    @Test func `C6: Ctrl-C cancels the running command, and the prompt comes back`() async {
        let bench = Bench(terminal: Terminal(hasInput: true, hasError: true))
        let lines = ScriptedLines(["show slow", "show 1 --fields id --no-header"])
        let repl = Repl(bench.shell, lines: lines, console: bench.console)
        async let code = repl.run()
        for await _ in bench.directories.service.begun.stream { break }
        repl.interrupt()
        #expect(await code == .success)
        #expect(lines.prompts.count == 3)
        #expect(bench.output.text == "1\n")
        #expect(bench.error.text == "\r\u{1B}[KCancelled.\n\n")
    }

    @Test func `C6: a cancelled command prints neither its outcome nor the one before it`() async {
        let bench = Bench(terminal: Terminal(hasInput: true, hasError: true))
        let lines = ScriptedLines(["show 1 --fields id --no-header", "show slow"])
        let repl = Repl(bench.shell, lines: lines, console: bench.console)
        async let code = repl.run()
        for await _ in bench.directories.service.begun.stream { break }
        repl.interrupt()
        #expect(await code == .success)
        #expect(bench.output.text == "1\n")
    }

    @Test func `C6: an interrupted one-shot command ends with 130`() async {
        let bench = Bench()
        let task = Task { await bench.run("show slow") }
        for await _ in bench.directories.service.begun.stream { break }
        task.cancel()
        #expect(await task.value == .interrupted)
        #expect(bench.error.text == "")
    }

    @Test func `C6: an interrupted sync says that what was fetched is kept`() async {
        let bench = Bench()
        let task = Task { await bench.run("sync --full") }
        for await _ in bench.directories.service.begun.stream { break }
        task.cancel()
        #expect(await task.value == .interrupted)
        #expect(
            bench.error.text
                == "note: The sync was interrupted: what was fetched is kept, and `sync` goes on from there.\n"
        )
        #expect(bench.output.text == "")
    }

    @Test func `C6: where lines aren't edited, Ctrl-C at the prompt leads to a new one`() async {
        let bench = Bench(terminal: Terminal(hasInput: true, hasError: true))
        let lines = WaitingLines()
        let repl = Repl(bench.shell, lines: lines, console: bench.console)
        async let code = repl.run()
        await lines.untilWaiting()
        repl.interrupt()
        await lines.untilWaiting()
        #expect(bench.error.text == "\n")
        repl.interrupt()
        await lines.untilWaiting()
        lines.end()
        #expect(await code == .success)
    }

    @Test func `another address gets no account and no token of the last one`() {
        let choice = DirectoryChoice(
            profile: "kinto", account: "ana", variables: ["a": "b"], cache: "/c", token: "t")
        #expect(
            choice.changed(to: .url("http://x/"))
                == DirectoryChoice(
                    profile: "kinto", baseURL: "http://x/", variables: ["a": "b"], cache: "/c"))
        #expect(choice.changed(to: .url("sample:?latency=1s")).profile == "sample")
        #expect(
            choice.changed(to: .profile("scim2", account: "bo"))
                == DirectoryChoice(profile: "scim2", account: "bo", cache: "/c"))
    }

    @Test func `C6: a given-up line leads to a new prompt, the end of input out`() async {
        let bench = Bench()
        let lines = ScriptedLines(inputs: [.interrupted, .line(""), .line("show 1"), .end])
        #expect(await Repl(bench.shell, lines: lines, console: bench.console).run() == .success)
        #expect(lines.prompts.count == 4)
    }

    @Test func `what is to be known of a directory is said once`() async {
        let bench = Bench()
        #expect(await bench.run("show 1 --cache /unwritable") == .success)
        #expect(await bench.run("show 2 --cache /unwritable") == .success)
        #expect(bench.error.text == "note: The cache is held in memory.\n")
    }

    @Test func `piped commands end quietly when nobody reads the results`() async {
        let bench = Bench()
        bench.output.fail(32)
        #expect(await bench.pipe(["show 1", "show 999"]) == .success)
        #expect(bench.error.text == "")
        #expect(bench.console.failure?.isClosedPipe == true)
    }
}

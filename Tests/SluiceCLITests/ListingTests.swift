import SluiceFlow
import Testing
import Users

@testable import SluiceCLI

/// Which people are printed, how many, in which order and with which fields.
@MainActor @Suite struct ListingTests {
    @Test func `a search that finds more than its limit says so, and shows no more`() async {
        let bench = Bench()
        #expect(await bench.run("search every --limit 2 --fields id --no-header") == .success)
        #expect(bench.output.text == "1\n2\n")
        #expect(
            bench.error.text.hasSuffix("note: Showing the first 2; `--limit N` for more.\n"))
        let json = Bench()
        #expect(await json.run("search every --limit 1 --json --fields id") == .success)
        #expect(json.output.text == "[\n{\"id\":\"1\"}\n]\n")
        #expect(
            json.error.text.hasSuffix(
                "{\"notice\":\"Showing the first 1; `--limit N` for more.\"}\n"))
        let all = Bench()
        #expect(await all.run("search every --limit 3 --quiet --fields id") == .success)
        #expect(await all.run("search every --limit 3 --fields id") == .success)
        #expect(!all.error.text.contains("first"))
        #expect(
            await all.run("search every --limit \(Int.max) --quiet --fields id") == .success)
    }

    @Test(arguments: [
        ("--format csv", true), ("--format tsv", true), ("--format ndjson", true), ("", true),
        ("--json", false), ("--format table", false), ("--format csv --sort email", false),
    ])
    func `C4: everyone as rows is written as it comes, and what needs an end or an order is not`(
        _ options: String, _ isStreamed: Bool
    ) async throws {
        let words = ["list", "--all"] + options.split(separator: " ").map(String.init)
        let (command, settings) = try Request.parse(words, over: Settings())
        let request = Request(try #require(command), settings)
        #expect(request.streams(on: Terminal()) == isStreamed)
        let bench = Bench()
        #expect(await bench.run(words.joined(separator: " ") + " --fields id") == .success)
        #expect(bench.directories.service.log.all == [isStreamed ? "export" : "users"])
        #expect(bench.error.text.isEmpty == isStreamed)
    }

    @Test func `C4: rows so far stand when a list fails on its way`() async {
        let bench = Bench()
        #expect(await bench.run("list --all --where title=broken --fields id") == .local)
        #expect(bench.output.text == "id\n1\n2\n")
        #expect(bench.error.text == "error: The cache is damaged.\n")
    }

    @Test func `C8: what is to be known of a table is said below it, when the pager has been left`()
        async
    {
        let onTerminal = Terminal(hasInput: true, hasOutput: true, hasError: true)
        let order = RecordingSink()
        let pager = RecordingPager(shown: order)
        let bench = Bench(terminal: onTerminal, rows: 3, pager: pager, error: order)
        #expect(await bench.run("list --fields id --color never") == .success)
        #expect(await bench.run("search every --fields id --color never") == .success)
        #expect(
            order.text
                == "ID\n1\n2\n3\nnote: Page 1: 3 people of 1,000; `--page 2` with the same options goes on.\n"
                + "ID\n1\n2\n3\nnote: This covers 3 people.\n")
    }

    @Test func `a list of nobody says so, streamed or not`() async {
        let bench = Bench()
        #expect(await bench.run("list --all --where title=nobody --fields id") == .success)
        #expect(bench.output.text == "id\n")
        #expect(bench.error.text == "note: There is nobody here.\n")
    }

    @Test(arguments: [
        ("tsv", "id\tattributes.team\n9\tops\n"), ("csv", "id,attributes.team\n9,ops\n"),
        ("json", "{\"id\":\"9\",\"attributes.team\":\"ops\"}\n"), ("table", "id    9\nteam  ops\n"),
    ])
    func `an attribute is a field by the name after the dot`(
        _ format: String, _ expected: String
    ) async {
        let bench = Bench()
        #expect(
            await bench.run("show team --fields id,attributes.team --format \(format)") == .success)
        #expect(bench.output.text == expected)
    }

    @Test func `an attribute that a person doesn't have is null, and is the heading of a column`()
        async
    {
        let bench = Bench()
        #expect(await bench.run("show team 1 --fields id,attributes.room --json") == .success)
        #expect(
            bench.output.text == """
                [
                {"id":"9","attributes.room":"4"},
                {"id":"1","attributes.room":null}
                ]

                """)
        let table = Bench()
        let line = "show team 1 --fields id,attributes.room --format table --color never"
        #expect(await table.run(line) == .success)
        #expect(table.output.text == "ID  ROOM\n9   4\n1\n")
        for wrong in ["attributes.", "email.x", "attribute.team", ".team"] {
            #expect(await bench.run("show 1 --fields id,\(wrong)") == .usage)
        }
    }

    @Test(arguments: [
        "show team", "show team 1", "show team --json", "show team 1 --format table",
        "show team 1 --format ndjson",
    ])
    func `an attribute that nobody shown has is told of once, with those that there are`(
        _ line: String
    ) async {
        let bench = Bench()
        let fields = " --color never --fields id,attributes.tema,attributes.room,attributes.tema"
        #expect(await bench.run(line + fields) == .success)
        let notice = "Nobody shown has the attribute tema, only room, team."
        #expect(
            bench.error.text == "note: \(notice)\n"
                || bench.error.text == "{\"notice\":\"\(notice)\"}\n")
        // Not where somebody has it, where nobody is shown, or where only results are wanted.
        let silent = Bench()
        #expect(await silent.run("show 1 team --fields attributes.team") == .success)
        #expect(await silent.run("show team --fields attributes.tema --quiet") == .success)
        #expect(silent.error.text == "")
        #expect(await silent.run("show 999 --fields attributes.tema") == .notFound)
        #expect(!silent.error.text.contains("tema"))
    }

    @Test(arguments: [
        "list", "list --all", "list --all --format csv", "search every", "export -",
        "export - --format json",
    ])
    func `so is one of a list, of a search and of an export`(_ line: String) async {
        let bench = Bench()
        #expect(await bench.run(line + " --fields id,attributes.a,attributes.b") == .success)
        let told = bench.error.text.split(separator: "\n").filter {
            $0.contains("Nobody shown has the attributes a, b, or any other.")
        }
        #expect(told.count == 1)
    }

    @Test func `at most ten names of other attributes are told`() throws {
        let asked = try #require(AskedAttributes(["id", "attributes.x"]))
        let names = (10...21).map { "a\($0)" }
        asked.note(names.map { Record(User(id: "1", attributes: [$0: "1"])) })
        #expect(
            asked.notice == "Nobody shown has the attribute x, "
                + "only a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, …")
        #expect(AskedAttributes(["id", "attributes"]) == nil)
        #expect(AskedAttributes(nil) == nil)
    }
}

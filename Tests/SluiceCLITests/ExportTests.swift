import Glibc
import Testing
import Users

@testable import SluiceCLI

/// `export`, `watch` and `doctor`, against a directory in memory.
@MainActor @Suite struct ExportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) -> String? {
        guard let file = fopen("\(folder.path)/\(name)", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private func names() -> [String] {
        var names: [String] = []
        guard let open = opendir(folder.path) else { return [] }
        defer { closedir(open) }
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    @Test(arguments: [
        ("csv", "id,username\n1,ana\n2,bo\n3,dana\n"),
        ("tsv", "id\tusername\n1\tana\n2\tbo\n3\tdana\n"),
        (
            "ndjson",
            "{\"id\":\"1\",\"username\":\"ana\"}\n{\"id\":\"2\",\"username\":\"bo\"}\n{\"id\":\"3\",\"username\":\"dana\"}\n"
        ),
        (
            "json",
            "[\n{\"id\":\"1\",\"username\":\"ana\"},\n{\"id\":\"2\",\"username\":\"bo\"},\n{\"id\":\"3\",\"username\":\"dana\"}\n]\n"
        ),
    ])
    func `an export is the same text to standard output and to a file, whose name says the format`(
        _ format: String, _ expected: String
    ) async {
        let bench = Bench()
        #expect(
            await bench.run("export - --format \(format) --fields id,username") == .success)
        #expect(bench.output.text == expected)
        #expect(bench.error.text == "")

        let file = "\(folder.path)/people.\(format)"
        #expect(await bench.run("export \(file) --fields id,username") == .success)
        #expect(text("people.\(format)") == expected)
        #expect(bench.output.text == expected)
        #expect(bench.error.text == "note: Exported 3 people to “\(file)”.\n")
        #expect(names() == ["people.\(format)"])
    }

    @Test(arguments: ["people.xlsx", "people.csv.gz", "2026.06", "people.CSVX"])
    func `an ending that is no format is an error, unless the format is said`(
        _ name: String
    ) async {
        let bench = Bench()
        let ending = name.split(separator: ".").last ?? ""
        #expect(await bench.run("export \(folder.path)/\(name)") == .usage)
        #expect(
            bench.error.text == """
                error: “.\(ending)” is no format to export in: one of .csv, .tsv, .json, .ndjson.
                  --format says which, whatever the file is called.

                """)
        #expect(names() == [])
        #expect(bench.directories.service.log.all == [])
        #expect(
            await bench.run("export \(folder.path)/\(name) --fields id --format csv") == .success)
        #expect(text(name) == "id\n1\n2\n3\n")
        // Also where the session as a whole says it.
        var settings = Settings()
        settings.format = .tsv
        #expect(await Bench(settings: settings).run("export \(folder.path)/\(name)") == .success)
    }

    @Test(arguments: ["people", "people.TSV", "people.", ".people", "a.b/people"])
    func `a name without an ending is tsv`(_ name: String) async {
        mkdir("\(folder.path)/a.b", 0o700)
        #expect(await Bench().run("export \(folder.path)/\(name) --fields id,email") == .success)
        #expect(text(name)?.hasPrefix("id\temail\n") == true)
    }

    @Test func `C4: what fails leaves the rows so far, no half of an array, and the old file`()
        async throws
    {
        let bench = Bench()
        #expect(
            await bench.run("export - --format ndjson --fields id --where title=broken") == .local)
        #expect(bench.output.text == "{\"id\":\"1\"}\n{\"id\":\"2\"}\n")
        let whole = Bench()
        #expect(await whole.run("export - --json --where title=broken") == .local)
        #expect(whole.output.text == "")

        let file = "\(folder.path)/people.csv"
        #expect(await bench.run("export \(file) --fields id") == .success)
        #expect(await bench.run("export \(file) --where title=broken") == .local)
        #expect(text("people.csv") == "id\n1\n2\n3\n")
        #expect(names() == ["people.csv"])
    }

    @Test func `a file whose place was taken meanwhile is an error, and nothing stays beside it`()
        throws
    {
        let file = "\(folder.path)/people.csv"
        let export = try FileExport(
            ExportText(format: .csv, fields: ["id"], hasHeader: true), to: file)
        _ = try export.write([User(id: "1")])
        mkdir(file, 0o700)
        #expect(throws: ServiceError.self) { try export.complete() }
        export.discard()
        #expect(names() == ["people.csv"])
        rmdir(file)
    }

    @Test func `a file that can't be made is an error before anything is read`() async {
        let bench = Bench()
        #expect(await bench.run("export \(folder.path)/no/such/folder.csv") == .local)
        #expect(bench.error.text.contains("No such file or directory"))
    }

    @Test func `an export through a link writes the file that it leads to`() async {
        symlink("\(folder.path)/real.csv", "\(folder.path)/link.csv")
        close(open("\(folder.path)/real.csv", O_CREAT | O_WRONLY, 0o600))
        #expect(await Bench().run("export \(folder.path)/link.csv --fields id") == .success)
        #expect(text("real.csv") == "id\n1\n2\n3\n")
        var status = stat()
        #expect(lstat("\(folder.path)/link.csv", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func `an export that nobody reads any more ends, and is no failure`() async {
        let bench = Bench()
        bench.output.fail(EPIPE)
        #expect(await bench.run("export - --format csv") == .success)
        let full = Bench()
        full.output.fail(ENOSPC)
        #expect(await full.run("export - --format csv") == .local)
        #expect(full.error.text.contains("No space left"))
    }

    @Test(arguments: [
        "export", "export x.csv --format table", "export - --where nope=1", "watch a b",
        "watch --every 1 --offline", "watch --every 0", "doctor now",
    ])
    func `what can't be meant is a usage error`(_ line: String) async {
        #expect(await Bench().run(line) == .usage)
    }

    // MARK: watch

    @Test func `a watch prints a change a line, and troubles beside it, until it fails`() async {
        let bench = Bench()
        #expect(
            await bench.run("watch end --json --fields change,at,id --every 5") == .unauthorized)
        #expect(
            bench.output.text == """
                {"change":"changed","at":"1970-01-01T00:00:01Z","id":"1"}
                {"change":"removed","at":"1970-01-01T00:00:02Z","id":"2"}

                """)
        #expect(
            bench.error.text.hasPrefix(
                "{\"notice\":\"The server can't be reached. The watch goes on.\"}\n{\"error\":"))
        #expect(bench.directories.service.log.all == ["watch end every 5000"])
    }

    @Test func `on a terminal a change is a line for a person`() async {
        let bench = Bench(terminal: Terminal(hasInput: true, hasOutput: true, hasError: true))
        _ = await bench.run("watch end --color never")
        #expect(
            bench.output.text == """
                1970-01-01T00:00:01Z  changed   1  ana  Ana Brandt  ana@example.org
                1970-01-01T00:00:02Z  removed   2

                """)
        #expect(bench.error.text.hasPrefix("note: Watching 3 people; Ctrl-C ends it.\n"))
    }

    @Test func `a watch ends with 130 when it is interrupted, and asks nobody offline`() async {
        let bench = Bench()
        let task = Task { await bench.run("watch --offline --no-header --fields id") }
        for await _ in bench.directories.service.begun.stream { break }
        task.cancel()
        #expect(await task.value == .interrupted)
        #expect(bench.output.text == "1\n2\n")
        #expect(bench.directories.service.log.all == ["watch all every 0"])
    }

    @Test func `a watch that nobody reads any more ends`() async {
        let bench = Bench()
        bench.output.fail(EPIPE)
        #expect(await bench.run("watch") == .success)
    }

    // MARK: doctor

    @Test func `doctor says what it found and repaired, and fails for damage`() async {
        let bench = Bench()
        #expect(await bench.run("doctor --json") == .success)
        #expect(
            bench.output.text == """
                {"isSound":true,"cachePath":"/c.db","faults":[],"damagedRows":0,\
                "isIndexRebuilt":true,"setAside":null,"cacheBytes":4096,"logBytes":0}

                """)
        #expect(bench.error.text.contains("The search index was out of step"))
        #expect(await bench.run("doctor") == .local)
        #expect(
            bench.error.text.contains(
                "The cache is damaged: 2 rows are not as written. It was set aside as “/c.db.damaged-1”."
            ))
    }
}

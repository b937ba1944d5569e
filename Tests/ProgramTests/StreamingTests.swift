import Dispatch
import Glibc
import Testing

/// C4: everyone as rows, while the server is still being asked.
@Suite(.timeLimit(.minutes(5)))
struct StreamingTests {
    private static let profile = #"""
        {"name":"paged","baseURL":"http://127.0.0.1:1",
         "list":{"path":"/people","items":"people",
                 "paging":{"kind":"page","sizeParameter":"size","size":2,"sizeLimit":2}},
         "fields":{"id":"id","username":"login"}}
        """#

    /// A server of four pages of two people each, whose second waits until it is let go.
    private static func server(
        _ second: DispatchSemaphore, third: LoopbackReply? = nil
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            let page = request.target.split(separator: "page=").last.flatMap { $0.first }
                .flatMap(\.wholeNumberValue)
            switch page {
            case 2: second.wait()
            case 3: if let third { return third }
            default: break
            }
            let ids = (page ?? 9) > 4 ? [] : [2 * (page ?? 1) - 1, 2 * (page ?? 1)]
            let people = ids.map { #"{"id":"\#($0)","login":"user\#($0)"}"# }
            return .answer(200, #"{"people":[\#(people.joined(separator: ","))]}"#)
        }
    }

    private func arguments(_ sluice: Sluice, _ server: LoopbackServer) -> [String] {
        sluice.home.write(Self.profile, to: "paged.json")
        return [
            "--profile", sluice.home.path + "/paged.json", "--base-url", server.url, "--fields",
            "id", "--timeout", "100000",
        ]
    }

    @Test(arguments: [["list", "--all"], ["export", "-"]], ["tsv", "csv", "ndjson"])
    func `C4: the first page is printed before the second has come`(
        _ command: [String], _ format: String
    ) async throws {
        let second = DispatchSemaphore(value: 0)
        let server = try Self.server(second)
        // A server whose answer still waits doesn't end, and a test that has failed with it.
        defer { second.signal() }
        let sluice = try Sluice()
        let run = try PipedRun(
            sluice, arguments(sluice, server) + command + ["--format", format])
        let isBare = format == "ndjson"
        let first = try await run.lines(isBare ? 2 : 3)
        #expect(first == (isBare ? [#"{"id":"1"}"#, #"{"id":"2"}"#] : ["id", "1", "2"]))
        second.signal()
        #expect(try await run.lines(100).count == 6)
        #expect(await run.end() == 0)
        #expect(sluice.home.text(of: "err") == "")
        run.close()
    }

    @Test func `C4: when nobody reads any more, nobody is asked any more`() async throws {
        let second = DispatchSemaphore(value: 0)
        // The third page never comes: who waits for it waits in vain.
        let server = try Self.server(second, third: LoopbackReply(steps: [.hold]))
        defer { second.signal() }
        let sluice = try Sluice()
        let run = try PipedRun(
            sluice, arguments(sluice, server) + ["list", "--all"])
        #expect(try await run.lines(3) == ["id", "1", "2"])
        run.close()
        second.signal()
        #expect(await run.end() == 0)
        #expect(sluice.home.text(of: "err") == "")
        #expect(server.requests.count <= 3)
    }

    @Test func `a run ends with its test, whatever the program waits for`() async throws {
        let server = try LoopbackServer { _ in LoopbackReply(steps: [.hold]) }
        let sluice = try Sluice()
        let arguments = arguments(sluice, server) + ["list", "--all"]
        func leave() throws -> pid_t { try PipedRun(sluice, arguments).process }
        #expect(kill(try leave(), 0) == -1)
        let given = try PipedRun(sluice, arguments)
        let end = Task { await given.end() }
        end.cancel()
        #expect(await end.value == 128 + SIGKILL)
    }
}

import Glibc
import Synchronization
import Testing

/// What a server can do wrong, as a person sees it: an exit code, one sentence with the next step, and
/// the cache and the session as they were.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
    /// What a server does, and what the program makes of it.
    private struct Fault: Sendable {
        let name: String
        let code: String
        let exit: Int32
        let steps: [LoopbackReply.Step]

        init(_ name: String, _ code: String, _ exit: Int32, _ steps: LoopbackReply.Step...) {
            (self.name, self.code, self.exit, self.steps) = (name, code, exit, steps)
        }
    }

    private static func text(_ text: String) -> LoopbackReply.Step { .send(Array(text.utf8)) }
    private static func head(_ status: String, _ fields: String...) -> LoopbackReply.Step {
        .send(LoopbackReply.head(status, fields))
    }
    private static func answer(
        _ status: String, _ body: String, _ fields: String...
    ) -> LoopbackReply.Step {
        let fields = ["Content-Length: \(body.utf8.count)"] + fields
        return .send(LoopbackReply.head(status, fields) + Array(body.utf8))
    }

    private static let faults: [Fault] = [
        Fault("closes before a byte", "unreachable", 6, .close),
        Fault("closes inside the status line", "unreachable", 6, text("HTTP/1."), .close),
        Fault("closes inside the fields", "badAnswer", 5, text("HTTP/1.1 200 OK\r\nX: "), .close),
        Fault(
            "cuts its body", "badAnswer", 5, head("200 OK", "Content-Length: 10"), text("[1,"),
            .close),
        Fault("is not HTTP", "badAnswer", 5, text("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .close),
        Fault("has a length that is none", "badAnswer", 5, head("200 OK", "Content-Length: many")),
        Fault(
            "has a bad chunk", "badAnswer", 5, head("200 OK", "Transfer-Encoding: chunked"),
            text("zz\r\n[1]\r\n0\r\n\r\n"), .close),
        Fault(
            "never ends its body", "badAnswer", 5, head("200 OK"),
            .flood([UInt8](repeating: 0x20, count: 1 << 20), times: 1_000), .close),
        Fault("is silent", "timedOut", 6, head("200 OK", "Content-Length: 10"), text("["), .hold),
        Fault(
            "drips", "timedOut", 6, head("200 OK", "Content-Length: 1000000"),
            .drip(0x20, every: 20)),
        Fault(
            "gives a page", "badAnswer", 5, answer("200 OK", "<html>", "Content-Type: text/html")),
        Fault("gives half of JSON", "badAnswer", 5, answer("200 OK", #"{"data":"#)),
        Fault("gives nothing", "badAnswer", 5, answer("200 OK", "")),
        Fault("gives another shape", "badAnswer", 5, answer("200 OK", #"{"code":0,"data":[7]}"#)),
        Fault(
            "compresses badly", "badAnswer", 5,
            answer("200 OK", "no gzip", "Content-Encoding: gzip")),
        Fault("has no reason", "badStatus", 5, answer("500", "")),
        Fault("says no in its envelope", "rejected", 5, answer("200 OK", #"{"code":77}"#)),
        Fault("has a status of its own", "sessionExpired", 4, answer("666 Nope", "")),
        Fault(
            "wants a name", "sessionExpired", 4,
            answer("401 No", "", "WWW-Authenticate: Negotiate, Basic realm=\"x\"")),
        Fault("forbids", "forbidden", 4, answer("403 No", #"{"message":"not you"}"#)),
        Fault("is busy", "badStatus", 5, answer("429 Later", "later", "Retry-After: 3600")),
        Fault(
            "is busy until a date", "badStatus", 5,
            answer(
                "503 Later", "", "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                "Retry-After: Sun, 06 Nov 1994 09:49:37 GMT")),
        Fault("redirects in a circle", "badAnswer", 5, answer("302 No", "", "Location: /people/7")),
        Fault("redirects to nowhere", "badAnswer", 5, answer("302 No", "", "Location: http://")),
        Fault("redirects to a file", "badStatus", 5, answer("302 No", "", "Location: file:///x")),
    ]

    private static let profile = #"""
        {"name":"hostile","baseURL":"http://127.0.0.1:1",
         "auth":{"scheme":"token","login":{"path":"/login","token":"data.token",
                 "body":{"name":"{name}","password":"{password}"}}},
         "envelope":{"data":"data","code":"code","message":"message",
                     "sessionStatuses":[401,666],"success":{"code":[0]}},
         "list":{"path":"/people","items":"data"},
         "detail":{"path":"/people/{id}","item":"data"},
         "fields":{"id":"id","username":"login"}}
        """#

    @Test
    func `C5: each fault of a server has its exit code and one sentence, and changes nothing here`()
        async throws
    {
        let fault = Mutex<[LoopbackReply.Step]?>(nil)
        let server = try LoopbackServer { request in
            if request.target == "/login" {
                return .answer(200, #"{"code":0,"data":{"token":"t-1"}}"#)
            }
            if let steps = fault.withLock({ $0 }) { return LoopbackReply(steps: steps) }
            return .answer(200, #"{"code":0,"data":{"id":"7","login":"ana"}}"#)
        }
        let sluice = try Sluice()
        sluice.home.write(Self.profile, to: "hostile.json")
        func run(_ arguments: String..., input: String = "") async throws -> Sluice.Outcome {
            let chosen = [
                "--profile", sluice.home.path + "/hostile.json", "--base-url", server.url,
                "--timeout", "4",
            ]
            return try await sluice.run(arguments: chosen + arguments, input: input)
        }
        #expect(try await run("login", "ana", "--password-stdin", input: "pw\n").code == 0)
        #expect(try await run("show", "7").code == 0)
        let tokens = sluice.home.text(of: ".local/state/sluice/tokens.json")
        #expect(tokens?.contains("t-1") == true)
        for wrong in Self.faults {
            fault.withLock { $0 = wrong.steps }
            let outcome = try await run("show", "7", "--fresh", "--json")
            #expect(outcome.code == wrong.exit, "\(wrong.name): \(outcome.error)")
            #expect(outcome.output == "", "\(wrong.name)")
            let lines = outcome.error.split(separator: "\n")
            #expect(lines.count == 1, "\(wrong.name): \(outcome.error)")
            #expect(
                outcome.error.contains(#""code":"\#(wrong.code)""#),
                "\(wrong.name): \(outcome.error)")
            // The next step.
            #expect(outcome.error.contains(#""hint":""#), "\(wrong.name): \(outcome.error)")
            #expect(sluice.home.text(of: ".local/state/sluice/tokens.json") == tokens)
            fault.withLock { $0 = nil }
            let kept = try await run("show", "7", "--offline", "--fields", "id,username")
            #expect(kept.output == "id\tusername\n7\tana\n", "\(wrong.name)")
        }
        // It is still logged in, and the server, now that it behaves, answers.
        let well = try await run("show", "7", "--fresh", "--fields", "id,username")
        #expect(well.output == "id\tusername\n7\tana\n", "\(well.error)")
        #expect(server.requests.last?.field("Authorization")?.contains("t-1") == true)
    }
}

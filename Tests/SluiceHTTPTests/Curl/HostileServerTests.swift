import SluiceFlow
import SluiceHTTP
import Testing

/// What a server can do wrong: each has its own error, kind and next step, and the client goes on.
@Suite(.timeLimit(.minutes(1)))
struct HostileServerTests {
    /// What a server does, and what is made of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [LoopbackReply.Step]
        let code: RequestError.Code
        let detail: String

        var testDescription: String { name }

        init(
            _ name: String, _ code: RequestError.Code, _ detail: String,
            _ steps: LoopbackReply.Step...
        ) {
            (self.name, self.code, self.detail, self.steps) = (name, code, detail, steps)
        }
    }

    private static func text(_ text: String) -> LoopbackReply.Step { .send(Array(text.utf8)) }
    private static func head(_ status: String, _ fields: String...) -> LoopbackReply.Step {
        .send(LoopbackReply.head(status, fields))
    }

    private static let faults: [Fault] = [
        Fault("closes before a byte", .unreachable, "closed without an answer", .close),
        Fault("closes inside the status line", .unreachable, "", text("HTTP/1."), .close),
        Fault("closes inside the fields", .badAnswer, "", text("HTTP/1.1 200 OK\r\nX-A: "), .close),
        Fault(
            "closes inside the body", .badAnswer, "the body is cut after 3 bytes",
            head("200 OK", "Content-Length: 10"), text("[1,"), .close),
        Fault(
            "is not HTTP", .badAnswer, "", text("SSH-2.0-OpenSSH_9.2\r\n\r\n"), .close),
        Fault(
            "has a length that is none", .badAnswer, "",
            head("200 OK", "Content-Length: many"), text("[1]"), .close),
        Fault(
            "has a chunk of no size", .badAnswer, "",
            head("200 OK", "Transfer-Encoding: chunked"), text("zz\r\n[1]\r\n0\r\n\r\n"), .close),
        Fault(
            "ends inside a chunk", .badAnswer, "",
            head("200 OK", "Transfer-Encoding: chunked"), text("5\r\n[1"), .close),
        Fault(
            "never ends its body", .tooLarge, "more than 1000000 bytes",
            head("200 OK"), .flood([UInt8](repeating: 0x20, count: 64 << 10), times: 10_000), .close
        ),
        Fault(
            "is silent", .timedOut, "no byte came for 200 ms",
            head("200 OK", "Content-Length: 10"), text("["), .hold),
        Fault(
            "gives a page at a good status", .badAnswer, "an HTML page instead of JSON",
            .send(LoopbackReply.head("200 OK", ["Content-Type: text/html", "Content-Length: 6"])),
            text("<html>")),
        Fault(
            "says JSON and gives none", .badAnswer, "not JSON",
            .send(
                LoopbackReply.head(
                    "200 OK", ["Content-Type: application/json", "Content-Length: 5"])),
            text("{\"a\":")),
        Fault(
            "gives nothing", .badAnswer, "the body is empty", head("200 OK", "Content-Length: 0")),
        Fault(
            "has a status without a reason", .badStatus, "", head("500", "Content-Length: 0")),
        Fault("has a status of its own", .notLoggedIn, "", head("666 Nope", "Content-Length: 0")),
        Fault(
            "wants a name and a password", .notLoggedIn, "",
            head(
                "401 Unauthorized", "WWW-Authenticate: Negotiate, Basic realm=\"x\"",
                "Content-Length: 0")),
        Fault(
            "redirects in a circle", .badAnswer, "more than 5 redirects in a row",
            head("302 Found", "Location: /again", "Content-Length: 0")),
        Fault(
            "redirects to nowhere", .badAnswer, "a redirect to a place that is no URL",
            head("302 Found", "Location: http://", "Content-Length: 0")),
        Fault(
            "redirects into the file system", .badStatus, "is not followed",
            head("302 Found", "Location: file:///etc/passwd", "Content-Length: 0")),
    ]

    @Test(arguments: faults)
    func `each fault of a server is told by its own error, and the next call goes well`(
        _ fault: Fault
    ) async throws {
        let server = try LoopbackServer { request in
            request.target == "/good" ? .answer(200, "7") : LoopbackReply(steps: fault.steps)
        }
        // Only who is to be late has little time: on a busy machine others would be late too.
        let patient = Limits.patient
        let idle = fault.code == .timedOut ? .milliseconds(200) : patient.idle
        let limits = Limits(
            connect: patient.connect, idle: idle, total: patient.total, bodyBytes: 1_000_000)
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: limits)
        let error = try #require(
            await #expect(throws: RequestError.self) {
                try await client.get("/bad").object(Int.self).value()
            })
        #expect(error.errorCode == fault.code, "\(error)")
        #expect(error.detail?.contains(fault.detail) ?? fault.detail.isEmpty, "\(error)")
        #expect(error.message.hasPrefix("GET http://127.0.0.1:"))
        // One sentence: nothing that a server sent breaks its line.
        #expect(!error.message.contains { $0.isNewline })
        if error.kind != .server || error.status == 500 { #expect(error.hint != nil) }
        #expect(try await client.get("/good").object(Int.self).value() == 7)
    }

    @Test func `a body that drips is ended by the total, however lively it is`() async throws {
        let server = try LoopbackServer { _ in
            // Never idle, and never at its end.
            LoopbackReply(steps: [
                .send(LoopbackReply.head("200 OK", ["Content-Length: 1000000000"])),
                .drip(0x20, every: 20),
            ])
        }
        let limits = Limits(total: .seconds(3), bodyBytes: 2 << 30)
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: limits)
        let error = await #expect(throws: RequestError.self) {
            try await client.get("/").object(Int.self).value()
        }
        #expect(error?.errorCode == .timedOut)
        #expect(error?.detail?.hasPrefix("not complete within ") == true)
    }

    @Test func `an id is one segment whatever is in it, and a field can't inject a line`()
        async throws
    {
        let server = try LoopbackServer { request in .answer(200, "7") }
        let client = APIClient(
            try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
        for id in ["a/b", "..", "a?b=c", "a#b", "a\r\nX-Evil: 1", "%2F", "é 日", "\0"] {
            #expect(try await client.get("/users/\(id)/x").object(Int.self).value() == 7)
            let target = try #require(server.requests.last?.target)
            #expect(target.split(separator: "/", omittingEmptySubsequences: false).count == 4)
            #expect(server.requests.last?.field("X-Evil") == nil)
        }
    }
}

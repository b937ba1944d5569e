import SluiceFlow
import SluiceHTTP
import Testing

/// Bodies that are read from files while they are sent.
@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a form with a file arrives byte for byte`() async throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var form = MultipartForm(boundary: "b-71")
        form.add("na\"me\r\n", "Zoë")
        form.add("photo", file: try folder.write("p.bin", bytes), type: "image/png")
        try await client(server).post("/up").multipart(form).object().value()
        let head =
            "--b-71\r\nContent-Disposition: form-data; name=\"na%22me%0D%0A\"\r\n\r\nZoë\r\n--b-71\r\n"
            + "Content-Disposition: form-data; name=\"photo\"; filename=\"p.bin\"\r\n"
            + "Content-Type: image/png\r\n\r\n"
        let request = try #require(server.requests.first)
        let isSame = request.body == Array(head.utf8) + bytes + Array("\r\n--b-71--\r\n".utf8)
        #expect(isSame, "\(String(decoding: request.body.prefix(300), as: UTF8.self))")
        #expect(request.field("Content-Type") == "multipart/form-data; boundary=\"b-71\"")
        #expect(request.field("Transfer-Encoding") == nil)
    }

    @Test(arguments: [307, 503])
    func `a redirect and a further try send the file again from its start`(_ status: Int)
        async throws
    {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let server = try LoopbackServer { request in
            request.target == "/up"
                ? .answer(status, "", headers: ["Location: /there", "Retry-After: 0"])
                : .answer(200, "1")
        }
        let call = try client(server).put("/up").file(try folder.write("p.bin", bytes))
            .retrying(RetryPolicy(tries: 2, firstPause: .zero))
        _ = try? await call.object().value()
        #expect(server.requests.map { $0.body == bytes } == [true, true])
    }

    @Test @MainActor func `how far an upload is reaches the trackers of its call`() async throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let path = try folder.write("p.bin", [UInt8](repeating: 1, count: 3 << 20))
        let tracker = ActivityTracker()
        let seen = Log<CallProgress>()
        let watching = tracker.calls.subscribe { calls in
            for call in calls { if let progress = call.progress { seen.add(progress) } }
        }
        try await client(server).post("/up").file(path).object().trackActivity(tracker).value()
        let last = try #require(seen.elements.last { $0.total == 3 << 20 })
        #expect(last.unit == "bytes")
        #expect(seen.elements.allSatisfy { $0.completed <= 3 << 20 })
        watching.dispose()
    }

    @Test func `a file that isn't there, or is a folder, is told before anything is sent`()
        async throws
    {
        let stub = StubTransport([])
        let client = APIClient(try #require(HTTPURL("http://a.test")), transport: stub)
        for (path, reason) in [
            (folder.file("none"), "No such file or directory"), (folder.path, "is not a file"),
        ] {
            let error = await #expect(throws: RequestError.self) {
                try await client.post("/").file(path).object().value()
            }
            #expect(error?.errorCode == .setup)
            #expect(error?.detail?.contains(reason) == true)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test func `a file that became shorter ends the request, and is told`() async throws {
        let server = try LoopbackServer { _ in .answer(200, "1") }
        let call = try client(server).post("/").file(
            try folder.write("p.bin", [UInt8](repeating: 1, count: 300_000)))
        _ = try folder.write("p.bin", [1])
        let error = await #expect(throws: RequestError.self) { try await call.object().value() }
        #expect(error?.errorCode == .setup)
        #expect(error?.detail?.hasSuffix("p.bin became shorter while it was sent") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `a boundary or a type that could inject a line is a mistake of the call`()
        async throws
    {
        let stub = StubTransport([])
        let client = APIClient(try #require(HTTPURL("http://a.test")), transport: stub)
        var typed = MultipartForm(boundary: "b")
        typed.add("f", file: try folder.write("p.bin", [1]), type: "a/b\r\nX: y")
        for form in [MultipartForm(boundary: "a\r\nb"), MultipartForm(boundary: ""), typed] {
            let error = await #expect(throws: RequestError.self) {
                try await client.post("/").multipart(form).object().value()
            }
            #expect(error?.errorCode == .setup)
        }
        #expect(stub.requests.isEmpty)
    }

    private func client(_ server: LoopbackServer) throws -> APIClient {
        APIClient(try #require(HTTPURL(server.url)), transport: CurlTransport(), limits: .patient)
    }
}
